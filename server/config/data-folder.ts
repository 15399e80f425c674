import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reasonOf, StartupError } from './startup-error.ts';

/** Makes the data folder when it is missing and proves that it can be written, before anything relies on it. */
export async function ensureDataFolder(folder: string): Promise<void> {
  const probe = join(folder, `.write-probe-${process.pid}`);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(probe, '');
    await rm(probe);
  } catch (error) {
    throw new StartupError(
      `数据目录不可写：${folder}（${reasonOf(error)}）。请修改目录权限，或用 DATA_DIR 指定另一个目录。`,
      `The data directory ${folder} cannot be written: change its permissions, or name another one in DATA_DIR.`,
      { cause: error },
    );
  }
}

/** In a data folder for as long as it is filled from a backup: what is half restored is no installation. */
export const unfinishedRestore = 'restore-unfinished';

/** What is to be said of a data folder whose restore was cut short; undefined of every other. */
export async function findUnfinishedRestore(folder: string): Promise<StartupError | undefined> {
  const path = join(folder, unfinishedRestore);
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (!isThere) return undefined;
  return new StartupError(
    `${folder} 的恢复没有完成，不能使用。请清空该目录（和数据库）后重新执行 npm run restore。`,
    `A restore into ${folder} was cut short: empty the folder (and the database) and run npm run restore again.`,
  );
}

export async function refuseUnfinishedRestore(folder: string): Promise<void> {
  const unfinished = await findUnfinishedRestore(folder);
  if (unfinished) throw unfinished;
}
