import { open, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { reasonOf, StartupError } from '#server/kernel/errors/startup-error.ts';
import type { Binaries } from './binaries.ts';
import { type ClusterOptions, clusterFolder, serverEnvironment, writeSettings } from './cluster.ts';
import { openLivenessPipe } from './cluster-lock.ts';
import { clearStalePostmaster, isPostmasterAlive, readPostmasterFile } from './postmaster.ts';
import { findFreePort, type Secrets, writeSecrets } from './secrets.ts';
import { changeOwner, runAs, type ServerUser } from './server-user.ts';

export interface ClusterSetup {
  binaries: Binaries;
  user: ServerUser;
  /** The folder that contains the cluster, its connection file and its log. */
  folder: string;
  options: ClusterOptions;
}

const startSeconds = 60;
const stopMs = 20_000;
const stopAtOnceMs = 10_000;
const maxPortTries = 5;
const oldLogBytes = 8 * 1024 * 1024;
const portInUse = /could not bind|address already in use|could not create any TCP\/IP sockets/i;

function logPath(folder: string): string {
  return join(folder, 'postgres.log');
}

/**
 * Starts the postmaster and returns its pid. The port stays the same at every start, so that clients that
 * wait for the server find it again; it changes only if another program uses it.
 */
export async function startPostmaster(setup: ClusterSetup, secrets: Secrets): Promise<number> {
  const cluster = clusterFolder(setup.folder);
  await rotateLog(setup);
  for (let attempt = 1; ; attempt += 1) {
    await writeSettings(setup.folder, setup.user, secrets.port, setup.options);
    const logStart = await sizeOf(logPath(setup.folder));
    const livenessPipe = await openLivenessPipe(setup);
    try {
      await runAs(
        setup.user,
        setup.binaries.pgCtl,
        ['start', '-w', '-s', '-t', String(startSeconds), '-D', cluster, '-l', logPath(setup.folder)],
        { env: serverEnvironment(), cwd: setup.folder, inherited: livenessPipe?.fd },
      );
      const postmaster = await readPostmasterFile(cluster);
      if (postmaster) return postmaster.pid;
      throw new Error('postmaster.pid is missing');
    } catch (error) {
      const log = await readFrom(logPath(setup.folder), logStart);
      if (portInUse.test(log) && attempt < maxPortTries) {
        secrets.port = await findFreePort();
        await writeSecrets(cluster, secrets);
        await clearStalePostmaster(cluster, 1000);
        continue;
      }
      throw new StartupError(
        `内置 PostgreSQL 未能启动，日志：${logPath(setup.folder)}\n${lastLines(log) || reasonOf(error)}`,
        `The embedded PostgreSQL did not start; its log is ${logPath(setup.folder)}.`,
        { cause: error },
      );
    } finally {
      await livenessPipe?.close();
    }
  }
}

/**
 * Stops the postmaster in fast mode: open transactions are rolled back, a checkpoint is written. A postmaster
 * that cannot write it, for example on a full disk, is stopped immediately after some time; committed data
 * are in its log, which the next start reads.
 */
export async function stopPostmaster(setup: ClusterSetup, pid: number): Promise<void> {
  const cluster = clusterFolder(setup.folder);
  if (!(await isPostmasterAlive(pid, cluster))) return;
  if (process.platform === 'win32') {
    const args = ['stop', '-m', 'fast', '-w', '-s', '-D', cluster];
    await runAs(setup.user, setup.binaries.pgCtl, args, { env: serverEnvironment(), cwd: setup.folder });
    return;
  }
  process.kill(pid, 'SIGINT');
  if (await hasEnded(cluster, pid, stopMs)) return;
  process.kill(pid, 'SIGQUIT');
  if (!(await hasEnded(cluster, pid, stopAtOnceMs))) throw new Error(`PostgreSQL (pid ${pid}) did not stop`);
}

async function hasEnded(cluster: string, pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while ((await readPostmasterFile(cluster))?.pid === pid && (await isPostmasterAlive(pid, cluster))) {
    if (Date.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return true;
}

async function rotateLog(setup: ClusterSetup): Promise<void> {
  const path = logPath(setup.folder);
  try {
    if ((await sizeOf(path)) > oldLogBytes) await rename(path, `${path}.1`);
    await (await open(path, 'a', 0o600)).close();
    await changeOwner(setup.user, path);
  } catch (error) {
    throw new StartupError(
      `内置 PostgreSQL 的日志 ${path} 不能写入（${reasonOf(error)}）。请检查它的属主、权限和磁盘余量。`,
      `The log of the embedded PostgreSQL, ${path}, cannot be written: check its owner and the free disk space.`,
      { cause: error },
    );
  }
}

async function sizeOf(path: string): Promise<number> {
  return await stat(path).then(
    (found) => found.size,
    () => 0,
  );
}

async function readFrom(path: string, start: number): Promise<string> {
  const file = await open(path, 'r').catch(() => undefined);
  if (!file) return '';
  try {
    const length = Math.max(0, (await file.stat()).size - start);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

function lastLines(log: string): string {
  return log.trim().split('\n').slice(-8).join('\n');
}
