import { TLSSocket } from 'node:tls';
import pg from 'pg';
import type { Config } from '#server/kernel/config/config.ts';
import { type DoctorFinding, findingsOf } from './finding.ts';

const answerTimeoutMs = 5_000;

type DatabaseSetting = 'DATABASE_URL' | 'DATABASE_OWNER_URL';

/**
 * Checks whether traffic to a database on another machine is encrypted: inspects the connection itself, not
 * its setting.
 */
export async function checkConnection(
  config: Pick<Config, 'databaseUrl' | 'databaseOwnerUrl'>,
): Promise<DoctorFinding[]> {
  const addresses: [DatabaseSetting, string | undefined][] = [
    ['DATABASE_URL', config.databaseUrl],
    ['DATABASE_OWNER_URL', config.databaseOwnerUrl],
  ];
  const findings = addresses.map(([setting, url]) =>
    url === undefined ? [] : findingOfConnection(setting, url),
  );
  return (await Promise.all(findings)).flat();
}

async function findingOfConnection(setting: DatabaseSetting, url: string): Promise<DoctorFinding[]> {
  const { ok, warning } = findingsOf('database-line');
  const machine = machineOf(url);
  if (machine === undefined)
    return [
      ok(
        `${setting} 在本机，连接不经过网络`,
        `${setting} is of this machine: the connection does not leave it`,
      ),
    ];
  const connection = await inspectConnection(url);
  // The check of the database reports that it cannot be reached.
  if (connection === 'unreachable') return [];
  if (connection === 'plain')
    return [
      warning(
        `${setting} 到 ${machine} 的连接没有加密，身份证号等内容和密码的校验过程可在途中被看到：请在 PostgreSQL 开启 TLS，并在地址后加 ?sslmode=verify-full（自建 CA 另加 &sslrootcert=CA 证书文件），见运维手册“到数据库的连接加密”。`,
        `The connection of ${setting} to ${machine} is not encrypted: turn on TLS in PostgreSQL and add ?sslmode=verify-full (with &sslrootcert= for a CA of your own).`,
      ),
    ];
  return connection.isVerified
    ? [
        ok(
          `${setting} 到 ${machine} 的连接已加密（${connection.protocol}），数据库的证书已核对`,
          `The connection of ${setting} to ${machine} is encrypted (${connection.protocol}), and the server's certificate is verified`,
        ),
      ]
    : [
        warning(
          `${setting} 到 ${machine} 的连接已加密（${connection.protocol}），但没有核对数据库的证书，不能防止冒充：请改用 sslmode=verify-full。`,
          `The connection of ${setting} to ${machine} is encrypted (${connection.protocol}), but the server's certificate is not verified: use sslmode=verify-full.`,
        ),
      ];
}

/** Returns the host name of the other machine, or undefined if the database is on this one. */
function machineOf(url: string): string | undefined {
  const { hostname, searchParams } = new URL(url);
  const isLocal =
    searchParams.has('host') || hostname === '' || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  return isLocal ? undefined : hostname;
}

/** Returns whether the connection is encrypted, as seen after the handshake. */
async function inspectConnection(
  url: string,
): Promise<'unreachable' | 'plain' | { protocol: string; isVerified: boolean }> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'banjian doctor',
    connectionTimeoutMillis: answerTimeoutMs,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { stream } = (client as unknown as { connection: { stream: unknown } }).connection;
    if (!(stream instanceof TLSSocket)) return 'plain';
    return { protocol: stream.getProtocol() ?? 'TLS', isVerified: stream.authorized };
  } catch {
    return 'unreachable';
  } finally {
    await client.end().catch(() => undefined);
  }
}
