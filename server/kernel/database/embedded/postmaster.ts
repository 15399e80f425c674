import { execFile } from 'node:child_process';
import { readdir, readFile, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Entries of `postmaster.pid` about the server that wrote it. */
export interface PostmasterFile {
  pid: number;
  port: number;
}

/** Reads `postmaster.pid` of a cluster; undefined if it is missing or incomplete. */
export async function readPostmasterFile(cluster: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Math.abs(Number.parseInt(lines[0] ?? '', 10));
  if (!Number.isInteger(pid) || pid === 0) return undefined;
  return { pid, port: Number.parseInt(lines[3] ?? '', 10) || 0 };
}

/**
 * Checks whether that process is a living server of that cluster, by its working directory, which is the data
 * directory. NOTE: the existence of the pid is not enough: a killed postmaster stays a zombie if process 1
 * does not reap it, and a pid can be reused; PostgreSQL itself would then refuse to start forever.
 */
export async function isPostmasterAlive(pid: number, cluster: string): Promise<boolean> {
  if (process.platform === 'win32') return isProcessAlive(pid);
  if (process.platform !== 'linux') return await isCalledPostgres(pid);
  try {
    return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(cluster));
  } catch (error) {
    // Another user's process cannot be inspected, so it counts as alive.
    return (error as NodeJS.ErrnoException).code === 'EACCES' && isProcessAlive(pid);
  }
}

async function isCalledPostgres(pid: number): Promise<boolean> {
  const result = await promisify(execFile)('ps', ['-p', String(pid), '-o', 'stat=,comm=']).catch(
    () => undefined,
  );
  const line = result?.stdout.trim() ?? '';
  return line.includes('postgres') && !line.startsWith('Z');
}

function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Lists processes called postgres whose working directory is the cluster: children of a dead postmaster that
 * are about to end.
 */
async function listServerProcesses(cluster: string): Promise<number[]> {
  if (process.platform !== 'linux') return [];
  const folder = await realpath(cluster);
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(
    pids.map(async (pid) => {
      const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '');
      if (cwd !== folder) return undefined;
      const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
      return name.startsWith('postgres') ? pid : undefined;
    }),
  );
  return found.filter((pid) => pid !== undefined);
}

/**
 * Removes the pid file of a dead server; returns true if the cluster can be started. The file stays while any
 * process of that server runs, because two servers would destroy the cluster.
 */
export async function clearStalePostmaster(cluster: string, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const file = await readPostmasterFile(cluster);
    if (file && (await isPostmasterAlive(file.pid, cluster))) return false;
    if ((await listServerProcesses(cluster)).length === 0) {
      await rm(join(cluster, 'postmaster.pid'), { force: true });
      return true;
    }
    if (Date.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
