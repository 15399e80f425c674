import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { chmod, type FileHandle, lstat, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { reasonOf, StartupError } from '#server/kernel/errors/startup-error.ts';
import { reasonOfDisk } from '#server/kernel/folders/folder.ts';
import { changeOwner, type ServerUser } from './server-user.ts';

/** The folder of a cluster, and the user of its server. */
interface ClusterFolder {
  folder: string;
  user: ServerUser;
}

/**
 * Lock by which only this process may start or stop the server of a cluster; it ends with the process,
 * however that ends.
 */
export interface ClusterLock {
  release(): void;
}

/** References to the open handles, because a garbage-collected handle is closed and loses its lock. */
const openHandles = new Map<string, DatabaseSync>();
const sqliteBusy = 5;

/**
 * Acquires the lock of a cluster; undefined while another process has it (docs/decisions/0196). Process ids are
 * no lock, because they differ between containers; a file lock works in all containers. Node has none, so that of
 * SQLite is used, which Node includes. NOTE: the kernel releases the lock if
 * this process closes the file through any other handle: no other code may open it.
 */
export async function tryLock({ folder, user }: ClusterFolder): Promise<ClusterLock | undefined> {
  const path = join(folder, 'cluster.lock');
  if (openHandles.has(path)) return undefined;
  let handle: DatabaseSync | undefined;
  try {
    handle = new DatabaseSync(path, { timeout: 0 });
    // In memory, so that a kill leaves no journal file behind.
    handle.exec('pragma journal_mode = memory; begin exclusive');
    openHandles.set(path, handle);
    await chmod(path, 0o600);
    await changeOwner(user, path);
  } catch (error) {
    openHandles.delete(path);
    handle?.close();
    const { errcode = 0 } = error as { errcode?: number };
    if ((errcode & 0xff) === sqliteBusy) return undefined;
    throw unusable(path, error);
  }
  const openHandle = handle;
  return {
    release: () => {
      if (openHandles.delete(path)) openHandle.close();
    },
  };
}

/**
 * Opens the end of a pipe that a server and all its children inherit: while it is open in any process, one of
 * them runs. The lock alone does not show that, because a server runs for some moments after its supervisor was
 * killed. Returns undefined on Windows, which has neither such containers nor named pipes of this kind.
 */
export async function openLivenessPipe(cluster: ClusterFolder): Promise<FileHandle | undefined> {
  if (process.platform === 'win32') return undefined;
  const path = livenessPipePath(cluster.folder);
  try {
    if (!(await isPipe(path))) {
      await rm(path, { force: true });
      await promisify(execFile)('mkfifo', ['-m', '600', path]);
      await changeOwner(cluster.user, path);
    }
    return await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    throw unusable(path, error);
  }
}

/**
 * Checks whether any process of the cluster's server runs, in any container: then the pipe is open.
 */
export async function isServerRunning(folder: string): Promise<boolean> {
  const path = livenessPipePath(folder);
  if (!(await isPipe(path))) return false;
  try {
    await (await open(path, constants.O_WRONLY | constants.O_NONBLOCK)).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENXIO') return false;
    throw unusable(path, error);
  }
}

const livenessPipePath = (folder: string) => join(folder, 'cluster.alive');

/** Checks whether the path is a pipe, because a copy of the folder may contain a regular file instead. */
async function isPipe(path: string): Promise<boolean> {
  return await lstat(path).then(
    (found) => found.isFIFO(),
    () => false,
  );
}

function unusable(path: string, cause: unknown): StartupError {
  const [chinese] = reasonOfDisk((cause as NodeJS.ErrnoException).code) ?? [reasonOf(cause)];
  return new StartupError(
    `内置数据库的锁 ${path} 不能使用（${chinese}）。请检查它的属主和权限，以及文件系统是否支持文件锁和命名管道。`,
    `The lock of the embedded database, ${path}, cannot be used: check its owner, and that its file system supports locks and named pipes.`,
    { cause },
  );
}
