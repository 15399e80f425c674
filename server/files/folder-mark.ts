import { mkdir, open, readFile, rename } from 'node:fs/promises';
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

/** All or nothing: half a mark would be another installation's. */
export async function writeMarkOf(folder: string, mark: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, markName);
  const file = await open(`${path}.new`, 'w', 0o644);
  try {
    await file.writeFile(`${mark}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
}
