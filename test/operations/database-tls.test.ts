import { lookup } from 'node:dns/promises';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '#server/kernel/config/config.ts';
import { connect } from '#server/kernel/database/connect.ts';
import { checkConnection } from '#server/modules/operations/installation/doctor/check-connection.ts';
import { makeAuthority } from '#test/world/authority.ts';
import { runCommand } from '#test/world/backups.ts';
import { testDatabase } from '#test/world/database.ts';
import { type InstalledPostgres, startInstalled } from '#test/world/installed-postgres.ts';
import { startPortal } from '#test/world/portal-process.ts';

/**
 * Tests the connection to a PostgreSQL whose certificate is issued by the office's own CA
 * (docs/decisions/0196).
 */

const programs = '/usr/lib/postgresql/15/bin';
const isInstalled = existsSync(join(programs, 'initdb'));
if (!isInstalled)
  console.warn(
    'LEFT OUT: there is no PostgreSQL 15 on this machine, so that no encrypted connection is tested.',
  );

/** A name that the doctor does not recognise as this machine. */
const machine = hostname();
const resolvesToItself = await lookup(machine).then(
  ({ address }) => ['127.0.0.1', '127.0.1.1'].includes(address),
  () => false,
);
if (!resolvesToItself)
  console.warn(
    'LEFT OUT: the name of this machine resolves to another address, so that the doctor checks no connection.',
  );

const folder = mkdtempSync(join(tmpdir(), 'banjian-tls-'));
// The account that runs the server needs access.
chmodSync(folder, 0o755);
const authority = makeAuthority(folder);
const ca = `sslrootcert=${encodeURIComponent(authority.certificate)}`;
let postgres: InstalledPostgres;
beforeAll(async () => {
  if (isInstalled)
    postgres = await startInstalled(
      programs,
      join(folder, 'postgres'),
      authority.issue('localhost', machine),
    );
});
afterAll(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true });
});

const addressOf = (host: string, query: string) => `${postgres.adminUrl.replace('127.0.0.1', host)}${query}`;

/** Reads the configuration from a setting, like a program. */
const configOf = (url: string) => {
  const { config, problems } = readConfig({ PORTAL_MODE: 'production', DATABASE_URL: url });
  expect(problems).toEqual([]);
  return config;
};

/** Returns what the server reports about the connection. */
async function connectionOf(host: string, query: string): Promise<{ ssl: boolean }> {
  const database = await connect(configOf(addressOf(host, query)).databaseUrl ?? '', {
    max: 1,
    connectTimeoutMs: 20_000,
  });
  try {
    const { rows } = await database.pool.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()');
    return rows[0] as { ssl: boolean };
  } finally {
    await database.close();
  }
}

describe.skipIf(!isInstalled)('a PostgreSQL with a private CA', () => {
  test.each([
    ['localhost', () => `?sslmode=verify-full&${ca}`, true],
    ['localhost', () => `?sslmode=require&${ca}`, true],
    ['127.0.0.1', () => `?sslmode=verify-ca&${ca}`, true],
    ['127.0.0.1', () => '?sslmode=no-verify', true],
    ['127.0.0.1', () => '?sslmode=disable', false],
    ['127.0.0.1', () => '', false],
  ])('%s %s connects', async (host, query, ssl) => {
    expect(await connectionOf(host, query())).toEqual({ ssl });
  });

  test.each([
    ['localhost', () => '?sslmode=verify-full', '不是公共 CA 签发的'],
    ['localhost', () => '?sslmode=require', 'sslmode=require 在这里也核对证书'],
    ['127.0.0.1', () => `?sslmode=verify-full&${ca}`, '没有地址中的主机名'],
  ])('%s %s is refused with a clear message', async (host, query, text) => {
    await expect(connectionOf(host, query())).rejects.toThrow(text);
  });

  test('is accepted with the CA from NODE_EXTRA_CA_CERTS', async () => {
    const settings = {
      PORTAL_MODE: 'production',
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: addressOf('localhost', '?sslmode=verify-full'),
    };
    const refused = await runCommand('server/commands/migrate-main.ts', ['--check'], settings);
    expect(refused.output).toContain('不是公共 CA 签发的');
    expect(refused.output).not.toContain('SECURITY WARNING');
    const result = await runCommand('server/commands/migrate-main.ts', ['--check'], {
      ...settings,
      NODE_EXTRA_CA_CERTS: authority.certificate,
    });
    expect(result.output).toContain('待执行');
  });

  test.runIf(resolvesToItself)(
    'is reported by the doctor as encrypted or not when it is on another machine',
    async () => {
      const inspect = async (query: string) =>
        (await checkConnection(configOf(addressOf(machine, query)))).map(({ state, chinese }) => [
          state,
          chinese,
        ]);
      expect(await inspect('')).toEqual([['warning', expect.stringContaining('没有加密')]]);
      expect(await inspect('?sslmode=no-verify')).toEqual([
        ['warning', expect.stringContaining('没有核对数据库的证书')],
      ]);
      expect(await inspect(`?sslmode=verify-full&${ca}`)).toEqual([
        ['ok', expect.stringContaining('TLSv1.3')],
      ]);
      expect(await checkConnection(configOf(addressOf('127.0.0.1', '')))).toMatchObject([{ state: 'ok' }]);
    },
  );

  test('that requires encryption refuses a plain connection with a clear message', async () => {
    const rules = join(folder, 'postgres', 'cluster', 'pg_hba.conf');
    writeFileSync(rules, readFileSync(rules, 'utf8').replaceAll(/^host /gm, 'hostssl '));
    const admin = new pg.Client({ connectionString: addressOf('127.0.0.1', '?sslmode=no-verify') });
    await admin.connect();
    await admin.query('select pg_reload_conf()');
    await admin.end();
    await expect.poll(() => connectionOf('127.0.0.1', '').catch(String)).toContain('数据库只接受加密的连接');
  });
});

test('a server without encryption is reported as such, not as unreachable', async () => {
  const { url } = await testDatabase();
  await expect(connect(`${url}?sslmode=verify-full`)).rejects.toThrow('数据库没有开启加密');
});

test.each([
  ['server/main.ts', []],
  ['server/commands/migrate-main.ts', []],
  ['server/commands/doctor-main.ts', []],
  ['server/commands/backup-main.ts', [join(folder, 'backup')]],
  ['server/commands/restore-main.ts', [join(folder, 'backup')]],
] as const)(
  '%s refuses an unknown parameter of the database address',
  async (script, args) => {
    const program = await startPortal(
      {
        PORTAL_MODE: 'production',
        DATA_DIR: join(folder, 'data'),
        DATABASE_URL: 'postgres://banjian:geheim@10.0.0.5/banjian?sslMode=require',
      },
      [script, ...args],
    );
    expect(await program.waitForExit()).toBe(1);
    expect(program.output()).toContain('没有参数 sslMode，是否应为 sslmode？');
    expect(program.output()).not.toContain('geheim');
  },
  60_000,
);
