import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** File in the folders and the bucket of an installation that identifies it. */
export const markName = 'installation.txt';

/** Returns the mark of a folder; undefined if it has none, for example if its disk is not mounted. */
export async function readMarkOf(folder: string): Promise<string | undefined> {
  try {
    return (await readFile(join(folder, markName), 'utf8')).trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** Error codes of file systems without hard links. */
const noLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/**
 * Marks an unmarked folder, and returns the mark that it then has. Written all or nothing, because half a
 * mark would look like another installation's; if two servers mark it at once the first one's mark stays, and
 * both read it.
 */
export async function writeMarkOf(folder: string, mark: string): Promise<string | undefined> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, markName);
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
  return await readMarkOf(folder);
}
