import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** File with the installation mark, in the folders and the bucket of an installation. */
export const installationMarkName = 'installation.txt';

/** Returns the mark of a folder; undefined if it has none, for example if its disk is not mounted. */
export async function readInstallationMark(folder: string): Promise<string | undefined> {
  try {
    return (await readFile(join(folder, installationMarkName), 'utf8')).trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** Error codes of file systems without hard links. */
const noLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/**
 * Marks an unmarked folder, and returns the mark that it then has. It is written completely or not at all,
 * because half a mark would look like another installation's; if two servers mark a folder at once, the first mark
 * stays, and both read it.
 */
export async function writeInstallationMark(folder: string, mark: string): Promise<string | undefined> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, installationMarkName);
  const temporary = `${path}.${randomUUID()}.new`;
  try {
    await writeFile(temporary, `${mark}\n`, { mode: 0o644, flush: true });
    await link(temporary, path).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return;
      if (!noLinks.has(error.code ?? '')) throw error;
      await rename(temporary, path);
    });
  } finally {
    await rm(temporary, { force: true });
  }
  return await readInstallationMark(folder);
}
