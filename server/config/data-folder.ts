import { mkdir, rm, writeFile } from 'node:fs/promises';
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
