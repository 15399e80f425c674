import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { chmod, type FileHandle, lstat, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { reasonOf, StartupError } from '#server/kernel/errors/startup-error.ts';
import { reasonOfDisk } from '#server/kernel/folders/folder.ts';
import { giveTo, type ServerUser } from './server-user.ts';

/** The place of a cluster, and the user of its server. */
interface Whereabouts {
  folder: string;
  user: ServerUser;
}

/** That this process alone may start or stop the server of a cluster; it ends with the process, however that ends. */
export interface ClusterLock {
  release(): void;
}

/** Held here, lest an unreferenced handle is closed, and its lock with it. */
const held = new Map<string, DatabaseSync>();
const busy = 5;

/**
 * Takes the lock of a cluster; undefined while another process has it (docs/decisions/0196). A process cannot
 * be found by its number, which another container does not see: the kernel keeps this lock with the file, for
 * all users of the file. Node has no call for a lock on a file, and SQLite, which it includes, takes one.
 * NOTE: the kernel takes the lock away when this process closes the file by any other handle: nothing else
 * may open it.
 */
export async function tryLock({ folder, user }: Whereabouts): Promise<ClusterLock | undefined> {
  const path = join(folder, 'cluster.lock');
  if (held.has(path)) return undefined;
  let handle: DatabaseSync | undefined;
  try {
    handle = new DatabaseSync(path, { timeout: 0 });
    // In memory, lest a journal of what is never written lies about after a kill.
    handle.exec('pragma journal_mode = memory; begin exclusive');
    held.set(path, handle);
    await chmod(path, 0o600);
    await giveTo(user, path);
  } catch (error) {
    held.delete(path);
    handle?.close();
    const { errcode = 0 } = error as { errcode?: number };
    if ((errcode & 0xff) === busy) return undefined;
    throw unusable(path, error);
  }
  const holding = handle;
  return {
    release: () => {
      if (held.delete(path)) holding.close();
    },
  };
}

/**
 * The end of a pipe for a server to inherit, and all its children from it: for as long as it is open
 * somewhere, one of them lives. The lock alone would not show it, for a server outlives a killed supervisor
 * by some moments. Undefined on Windows, which has neither containers of this kind nor pipes with a name.
 */
export async function openLifeline(place: Whereabouts): Promise<FileHandle | undefined> {
  if (process.platform === 'win32') return undefined;
  const path = lifelinePath(place.folder);
  try {
    if (!(await isPipe(path))) {
      await rm(path, { force: true });
      await promisify(execFile)('mkfifo', ['-m', '600', path]);
      await giveTo(place.user, path);
    }
    return await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    throw unusable(path, error);
  }
}

/**
 * Tells whether any process of the cluster's server lives, in whichever container: no other process has the pipe open.
 */
export async function isServerThere(folder: string): Promise<boolean> {
  const path = lifelinePath(folder);
  if (!(await isPipe(path))) return false;
  try {
    await (await open(path, constants.O_WRONLY | constants.O_NONBLOCK)).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENXIO') return false;
    throw unusable(path, error);
  }
}

const lifelinePath = (folder: string) => join(folder, 'cluster.alive');

/** Tells whether the path is a pipe: a copy of the folder may have made a plain file of it. */
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
    `The lock of the embedded database, ${path}, cannot be used: see whose it is, and that its file system knows locks and named pipes.`,
    { cause },
  );
}
