import { appendFile, chmod, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { inheritedEnvironment } from '#server/kernel/config/environment.ts';
import { reasonOf, StartupError } from '#server/kernel/errors/startup-error.ts';
import type { Binaries } from './binaries.ts';
import { makeSecrets, readSecrets, type Secrets, writeSecrets } from './secrets.ts';
import { changeOwner, runAs, type ServerUser } from './server-user.ts';

export interface ClusterOptions {
  /** `false` only for temporary databases of tests: a crash of the machine loses the cluster. */
  durable: boolean;
}

export const adminRole = 'postgres';
const settingsFile = 'banjian.conf';
const freshPrefix = 'cluster.new-';
const abandonedAfterMs = 600_000;

/** Returns the environment of PostgreSQL's own programs, with English messages in any locale. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  return inheritedEnvironment({ LC_ALL: 'C', LC_MESSAGES: 'C' });
}

export function clusterFolder(folder: string): string {
  return join(folder, 'cluster');
}

export async function hasCluster(folder: string): Promise<boolean> {
  return await stat(join(clusterFolder(folder), 'PG_VERSION')).then(
    () => true,
    () => false,
  );
}

/**
 * Creates the cluster if there is none, and returns how to connect to it. It is created in a temporary folder
 * with its connection file, then renamed, so that an interrupted start, or a second start at the same time,
 * leaves no half-made cluster.
 */
export async function ensureCluster(
  binaries: Binaries,
  user: ServerUser,
  folder: string,
  options: ClusterOptions,
): Promise<Secrets> {
  const cluster = clusterFolder(folder);
  if (await hasCluster(folder)) return await readSecrets(cluster);
  await removeAbandoned(folder);
  const fresh = await mkdtemp(join(folder, freshPrefix));
  const passwordFile = `${fresh}.password`;
  try {
    const secrets = await makeSecrets();
    await changeOwner(user, fresh);
    await writeFile(passwordFile, secrets.adminPassword, { mode: 0o600 });
    await changeOwner(user, passwordFile);
    await runAs(user, binaries.initdb, initArguments(fresh, passwordFile, options), {
      env: serverEnvironment(),
      cwd: folder,
    });
    await appendFile(join(fresh, 'postgresql.conf'), `\ninclude = '${settingsFile}'\n`);
    await writeSecrets(fresh, secrets);
    await rename(fresh, cluster).catch(async (error) => {
      if (!(await hasCluster(folder))) throw error;
    });
  } catch (error) {
    throw new StartupError(
      `无法在 ${folder} 建立内置数据库：${reasonOf(error)}`,
      `The embedded database cannot be created in ${folder}.`,
      { cause: error },
    );
  } finally {
    await rm(passwordFile, { force: true });
    await rm(fresh, { recursive: true, force: true });
  }
  return await readSecrets(cluster);
}

/** Removes the folders of an earlier start that was killed while it created the cluster. */
async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (!name.startsWith(freshPrefix) || Date.now() - (await stat(path)).mtimeMs < abandonedAfterMs) continue;
    await rm(path, { recursive: true, force: true });
  }
}

/**
 * NOTE: the builtin C.UTF-8 gives the same fast order everywhere, and LC_CTYPE must be UTF-8 too, or trigram
 * search does not work for Chinese. Linux calls that locale C.UTF-8, macOS UTF-8.
 */
function initArguments(cluster: string, passwordFile: string, options: ClusterOptions): string[] {
  const locale: Partial<Record<NodeJS.Platform, string[]>> = {
    darwin: ['--locale=C', '--lc-ctype=UTF-8'],
    win32: ['--locale=C'],
  };
  return [
    `--pgdata=${cluster}`,
    `--username=${adminRole}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    ...(locale[process.platform] ?? ['--locale=C.UTF-8']),
    '--data-checksums',
    '--no-instructions',
    ...(options.durable ? [] : ['--no-sync']),
  ];
}

/**
 * Writes our settings; those that an operator adds to postgresql.conf after the include line take precedence.
 */
export async function writeSettings(
  folder: string,
  user: ServerUser,
  port: number,
  options: ClusterOptions,
): Promise<void> {
  const path = join(clusterFolder(folder), settingsFile);
  const settings = options.durable ? commonSettings(port) : { ...commonSettings(port), ...throwAwaySettings };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'`);
  await writeFile(path, `# Written at every start.\n${lines.join('\n')}\n`, { mode: 0o600 });
  await chmod(path, 0o600);
  await changeOwner(user, path);
}

function commonSettings(port: number): Record<string, string | number> {
  const memoryMb = Math.floor(totalmem() / 1024 / 1024);
  return {
    listen_addresses: '127.0.0.1',
    port,
    // A socket file would need a second lock file with the same problem of stale pids, and is not faster.
    unix_socket_directories: '',
    max_connections: 100,
    shared_buffers: `${Math.min(1024, Math.max(128, Math.floor(memoryMb / 16)))}MB`,
    effective_cache_size: `${Math.max(512, Math.floor(memoryMb / 2))}MB`,
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    max_wal_size: '2GB',
    // After a checkpoint the log contains a whole page at its first change: most of the log that is written.
    checkpoint_timeout: '15min',
    wal_compression: 'on',
    random_page_cost: 1.1,
    jit: 'off',
    timezone: 'Asia/Shanghai',
    log_timezone: 'Asia/Shanghai',
    log_line_prefix: '%m [%p] ',
    log_checkpoints: 'off',
    log_min_duration_statement: '2s',
    ...noPersonalData,
  };
}

/**
 * Slow statements are logged without their values, refused ones not at all, because the portal logs those
 * without values too.
 */
const noPersonalData = {
  log_parameter_max_length: 0,
  log_parameter_max_length_on_error: 0,
  log_min_error_statement: 'panic',
  log_min_messages: 'log',
  log_error_verbosity: 'terse',
};

const throwAwaySettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  shared_buffers: '128MB',
  log_min_duration_statement: -1,
};
