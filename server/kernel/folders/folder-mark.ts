import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** In a folder of an installation, and in its bucket: which one it is. */
export const markName = 'installation.txt';

/** The mark of a folder; undefined where it has none, as below a disk that is not mounted. */
export async function readMarkOf(folder: string): Promise<string | undefined> {
  try {
    return (await readFile(join(folder, markName), 'utf8')).trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** Answers of file systems that know no hard links. */
const noLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/**
 * Marks a folder that has no mark, and returns the mark that it has then. Written all or nothing, since half a mark would be
 * another installation's; of two servers that mark it at once the first one's mark stays, and both read it.
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
