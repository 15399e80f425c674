import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './free-port.ts';

/** A PostgreSQL from the machine's packages, with a temporary cluster. */
export interface InstalledPostgres {
  /** Superuser's address of the database `postgres`. */
  adminUrl: string;
  /** Returns the address of another database as that role, whose password is `password`. */
  urlOf(role: string, database: string): string;
  password: string;
  stop(): Promise<void>;
}

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  jit: 'off',
  log_min_messages: 'fatal',
};

/**
 * Returns the user that runs PostgreSQL, which refuses to run as root; without root, the user who runs the
 * tests.
 */
function serverUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (option: '-u' | '-g') =>
    Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/** Paths of the server's certificate and key, which are copied to the server's folder. */
interface ServerCertificate {
  certificate: string;
  key: string;
}

/**
 * Starts the server with the programs in this folder; the cluster is created in `folder`, which must not
 * exist yet. With a certificate, the server offers encryption to clients.
 */
export async function startInstalled(
  programs: string,
  folder: string,
  serverCertificate?: ServerCertificate,
): Promise<InstalledPostgres> {
  const user = serverUser();
  const [port, password] = [await freePort(), randomBytes(12).toString('hex')];
  mkdirSync(folder);
  const secret = join(folder, 'password');
  writeFileSync(secret, password, { mode: 0o600 });
  const cluster = join(folder, 'cluster');
  if (user.uid !== undefined && user.gid !== undefined)
    for (const path of [folder, secret]) chownSync(path, user.uid, user.gid);
  const processOptions = {
    ...user,
    cwd: folder,
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'Asia/Shanghai' },
  };
  execFileSync(
    join(programs, 'initdb'),
    [
      `--pgdata=${cluster}`,
      '--username=postgres',
      `--pwfile=${secret}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
    ],
    { ...processOptions, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const serverOptions = Object.entries({
    ...settings,
    port,
    ...encryptionOf(serverCertificate, folder, user),
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(join(programs, 'postgres'), ['-D', cluster, ...serverOptions], {
    ...processOptions,
    stdio: 'ignore',
  });
  const kill = () => void child.kill('SIGINT');
  process.once('exit', kill);
  const urlOf = (role: string, database: string) =>
    `postgres://${role}:${password}@127.0.0.1:${port}/${database}`;
  const stop = async () => {
    process.off('exit', kill);
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit');
      // A fast and clean stop, even if clients are still connected.
      kill();
      await exited;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  const adminUrl = urlOf('postgres', 'postgres');
  while (!(await isAnswering(adminUrl))) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL of ${programs} ended with ${child.exitCode}`);
    await wait(50);
  }
  return { adminUrl, urlOf, password, stop };
}

/** Copies the certificate for the server, which only reads a key that it owns, and returns its settings. */
function encryptionOf(
  serverCertificate: ServerCertificate | undefined,
  folder: string,
  { uid, gid }: { uid?: number; gid?: number },
): Record<string, string> {
  if (!serverCertificate) return {};
  const paths = { ssl_cert_file: join(folder, 'server.pem'), ssl_key_file: join(folder, 'server.key') };
  copyFileSync(serverCertificate.certificate, paths.ssl_cert_file);
  copyFileSync(serverCertificate.key, paths.ssl_key_file);
  for (const path of Object.values(paths)) {
    chmodSync(path, 0o600);
    if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
  }
  // The machine's own name may lead to the second address instead of the first.
  return { ssl: 'on', listen_addresses: '127.0.0.1,127.0.1.1', ...paths };
}

async function isAnswering(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
