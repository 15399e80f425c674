import { mkdir, realpath, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { reasonOf, StartupError } from '#server/kernel/errors/startup-error.ts';
import { allowTraversal, ensureDataFolder } from '#server/kernel/folders/data-folder.ts';
import { findBinaries } from './binaries.ts';
import { adminRole, clusterFolder, ensureCluster, hasCluster } from './cluster.ts';
import { type ClusterLock, isServerRunning, tryLock } from './cluster-lock.ts';
import { refuseLowFileSizeLimit } from './file-size-limit.ts';
import { type ClusterSetup, startPostmaster, stopPostmaster } from './launch.ts';
import { clearStalePostmaster, isPostmasterAlive, readPostmasterFile } from './postmaster.ts';
import { readSecrets, type Secrets } from './secrets.ts';
import { changeOwner, chooseServerUser } from './server-user.ts';
import {
  databaseUrl,
  ensurePortalDatabase,
  openSupervisorConnection,
  portalDatabase,
  portalRole,
  trySupervise,
} from './supervisor-connection.ts';
import { startWatchdog, type Watchdog } from './watchdog.ts';

export interface EmbeddedOptions {
  /** The portal's data folder; the cluster is in `postgres/cluster` below it. */
  dataDir: string;
  /** `false` turns fsync off, only for temporary databases of tests. */
  durable?: boolean;
  /**
   * True to use a server that another process supervises, instead of refusing; `stop()` then does not stop
   * it.
   */
  share?: boolean;
  /** Receives messages about the supervisor's own actions: an adoption, a restart after a crash. */
  log?: (message: string) => void;
}

export interface EmbeddedServer {
  /** URL of the portal's database with the portal's own role. */
  url: string;
  /** URL of the database `postgres` as superuser: for tests and backups, never for the portal. */
  adminUrl: string;
  /** True if a running server was found and adopted instead of started. */
  adopted: boolean;
  stop(): Promise<void>;
}

interface SupervisedServer {
  connection: pg.Client;
  pid: number;
  watchdog: Watchdog;
  adopted: boolean;
}

const acquireTimeoutMs = 60_000;
const otherOwnerTimeoutMs = 1000;
/** Long enough for another process's first start, which creates the cluster. */
const sharingTimeoutMs = 30_000;

/**
 * Starts the embedded PostgreSQL of a data folder, or adopts the one that a killed process left running.
 * While it is supervised, a postmaster that dies is restarted on the same port.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const setup = await prepareSetup(options);
  const lockOrServer = await (options.share ? lockOrShare(setup) : lockAlone(setup));
  if ('url' in lockOrServer) return lockOrServer;
  try {
    return await supervise(setup, lockOrServer, options);
  } catch (error) {
    lockOrServer.release();
    throw error;
  }
}

async function supervise(
  setup: ClusterSetup,
  lock: ClusterLock,
  { share = false, log = () => undefined }: EmbeddedOptions,
): Promise<EmbeddedServer> {
  await refuseLowFileSizeLimit();
  const secrets = await ensureCluster(setup.binaries, setup.user, setup.folder, setup.options);
  const first = await acquireServer(setup, secrets, share);
  if (first === 'supervised by another') {
    // Supervised by a program from before the lock existed.
    lock.release();
    return sharedServer(secrets);
  }
  if (first.adopted) log(`Took over the PostgreSQL that was running (pid ${first.pid})`);

  let server = first;
  let recovery: Promise<void> | undefined;
  let stopping: Promise<void> | undefined;

  const recover = async () => {
    server.watchdog.release();
    while (!stopping) {
      try {
        const restarted = await acquireServer(setup, secrets, false);
        if (restarted === 'supervised by another') return;
        server = restarted;
        listen();
        log(`PostgreSQL was gone and is back (pid ${server.pid})`);
        return;
      } catch (error) {
        log(`PostgreSQL cannot be brought back: ${reasonOf(error)}`);
        await wait(2000);
      }
    }
  };
  const listen = () => {
    const { connection } = server;
    connection.once('end', () => {
      if (stopping || connection !== server.connection) return;
      recovery = recover().finally(() => {
        recovery = undefined;
      });
    });
  };
  listen();

  const stop = async () => {
    try {
      await recovery;
      server.watchdog.release();
      await server.connection.end().catch(() => undefined);
      await stopPostmaster(setup, server.pid);
    } finally {
      lock.release();
    }
  };
  return {
    ...addresses(secrets),
    adopted: first.adopted,
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

function addresses(secrets: Secrets): Pick<EmbeddedServer, 'url' | 'adminUrl'> {
  return {
    url: databaseUrl(portalRole, secrets.password, secrets.port, portalDatabase),
    adminUrl: databaseUrl(adminRole, secrets.adminPassword, secrets.port, 'postgres'),
  };
}

function sharedServer(secrets: Secrets): EmbeddedServer {
  return { ...addresses(secrets), adopted: true, stop: async () => undefined };
}

/**
 * The kernel frees a killed supervisor's lock at once; a supervisor that stops keeps it until its server has
 * stopped.
 */
async function lockAlone(setup: ClusterSetup): Promise<ClusterLock> {
  const deadline = Date.now() + otherOwnerTimeoutMs;
  for (;;) {
    const lock = await tryLock(setup);
    if (lock) return lock;
    if (Date.now() > deadline) throw inUse(setup);
    await wait(randomDelayMs());
  }
}

/**
 * A random delay, because two processes that try at the same moment block each other and must not collide
 * again.
 */
const randomDelayMs = () => 50 + Math.random() * 100;

/** Returns the running server of the lock's holder, or the lock after its holder has ended. */
async function lockOrShare(setup: ClusterSetup): Promise<ClusterLock | EmbeddedServer> {
  const deadline = Date.now() + sharingTimeoutMs;
  for (;;) {
    const lock = await tryLock(setup);
    if (lock) return lock;
    const secrets = await findRunning(clusterFolder(setup.folder));
    if (secrets) return sharedServer(secrets);
    if (Date.now() > deadline) throw inUse(setup);
    await wait(randomDelayMs());
  }
}

/** Returns the connection data of a cluster's server; undefined if none answers here. */
async function findRunning(cluster: string): Promise<Secrets | undefined> {
  const file = await readPostmasterFile(cluster);
  if (!file || !(await isPostmasterAlive(file.pid, cluster))) return undefined;
  const secrets = await readSecrets(cluster);
  const connection = await openSupervisorConnection(secrets, cluster);
  await connection?.end();
  return connection && secrets;
}

function inUse(setup: ClusterSetup): StartupError {
  return new StartupError(
    `数据目录 ${setup.folder} 正被另一个办件通进程使用（可能在另一个容器里）。请先停止它，或用 DATA_DIR 指定另一个目录；命令请在它所在的容器里执行。`,
    `Another Banjian is running on ${setup.folder}, perhaps in another container: stop it first, or set DATA_DIR to another folder; run commands in the container in which it runs.`,
  );
}

/**
 * Returns the state of the embedded PostgreSQL of a data folder, without starting or adopting it: its URL for
 * the portal's role, not running, running in another container, or absent.
 */
export async function findEmbedded(
  dataDir: string,
): Promise<{ url: string } | 'stopped' | 'inOtherContainer' | 'none'> {
  const folder = join(resolve(dataDir), 'postgres');
  if (!(await hasCluster(folder))) return 'none';
  const cluster = clusterFolder(folder);
  const file = await readPostmasterFile(cluster);
  if (!file || !(await isPostmasterAlive(file.pid, cluster)))
    return (await isServerRunning(folder)) ? 'inOtherContainer' : 'stopped';
  const { password, port } = await readSecrets(cluster);
  return { url: databaseUrl(portalRole, password, port, portalDatabase) };
}

async function prepareSetup(options: EmbeddedOptions): Promise<ClusterSetup> {
  const dataDir = resolve(options.dataDir);
  // A start has already checked the programs; other callers check them if there is no data folder yet.
  const exists = await stat(dataDir).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!exists) await ensureDataFolder(dataDir);
  const folder = join(await realpath(dataDir), 'postgres');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const user = await chooseServerUser(
    await stat(clusterFolder(folder)).then(
      () => clusterFolder(folder),
      () => folder,
    ),
  );
  await changeOwner(user, folder);
  if (user.kind === 'uid') await allowTraversal(dataDir);
  return { binaries: await findBinaries(), user, folder, options: { durable: options.durable ?? true } };
}

async function acquireServer(
  setup: ClusterSetup,
  secrets: Secrets,
  share: boolean,
): Promise<SupervisedServer | 'supervised by another'> {
  const cluster = clusterFolder(setup.folder);
  const deadline = Date.now() + acquireTimeoutMs;
  for (;;) {
    const file = await readPostmasterFile(cluster);
    const running = file !== undefined && (await isPostmasterAlive(file.pid, cluster));
    // A server that is alive but not visible here is about to end in a container whose portal was killed.
    const isElsewhere = !running && (await isServerRunning(setup.folder));
    if (!running && !isElsewhere && (await clearStalePostmaster(cluster, 10_000))) {
      const pid = await startPostmaster(setup, secrets);
      const connection = await openSupervisorConnection(secrets, cluster);
      if (connection && (await trySupervise(connection)))
        return await createSupervisedServer(connection, pid, secrets, false);
      await connection?.end().catch(() => undefined);
    } else if (running) {
      // Another process may have moved the server to another port since the connection file was read.
      Object.assign(secrets, await readSecrets(cluster));
      const connection = await openSupervisorConnection(secrets, cluster);
      if (connection) {
        if (await waitForSupervision(connection, share ? 0 : otherOwnerTimeoutMs))
          return await createSupervisedServer(connection, file.pid, secrets, true);
        await connection.end();
        if (share) return 'supervised by another';
        throw inUse(setup);
      }
    }
    if (Date.now() > deadline) {
      if (isElsewhere) throw inUse(setup);
      throw new StartupError(
        `内置 PostgreSQL（进程 ${file?.pid ?? '未知'}）占用着 ${cluster}，却没有应答。请结束该进程后重试。`,
        `A PostgreSQL process (pid ${file?.pid ?? 'unknown'}) uses ${cluster} and does not answer: stop it and try again.`,
      );
    }
    await wait(100);
  }
}

/**
 * Tries to get the lock for some time: the server frees a killed supervisor's lock a moment after its end.
 */
async function waitForSupervision(connection: pg.Client, waitMs: number): Promise<boolean> {
  const deadline = Date.now() + waitMs;
  for (;;) {
    const isLocked = await trySupervise(connection).catch(() => false);
    if (isLocked || Date.now() > deadline) return isLocked;
    await wait(100);
  }
}

async function createSupervisedServer(
  connection: pg.Client,
  pid: number,
  secrets: Secrets,
  adopted: boolean,
): Promise<SupervisedServer> {
  await ensurePortalDatabase(connection, secrets);
  return { connection, pid, watchdog: startWatchdog(pid), adopted };
}
