import { statfs } from 'node:fs/promises';

/** What is left on the disk of a folder. */
export interface Room {
  folder: string;
  /** Bytes that we may still write. */
  free: number;
  size: number;
}

/** Asks the system; a folder that it does not know has no answer. */
export async function readRoom(folder: string, path: string): Promise<Room | undefined> {
  try {
    const { bavail, blocks, bsize } = await statfs(path);
    return { folder, free: bavail * bsize, size: blocks * bsize };
  } catch {
    return undefined;
  }
}
