import { statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** Free space on the disk of a folder. */
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

/** Returns the free space on the disk that files arrive on, which may be another one than the data folder's. */
export async function readRoomOfFiles(dataDir: string): Promise<Room | undefined> {
  return (await readRoom('files', join(dataDir, 'files'))) ?? (await readRoom('data', dataDir));
}

/**
 * The room on the disk for writes that may wait, so that the others (the database, documents, the audit log)
 * go on.
 */
export interface DiskRoom {
  /**
   * Checks whether `bytes` more would leave less than the reserve. A disk that gives no answer is not short.
   */
  isShort(bytes?: number): Promise<boolean>;
}

/** Asked for every file that comes, and of the system at most so often. */
const keepMs = 2_000;

export function createDiskRoom(
  reserve: number,
  ask: () => Promise<Pick<Room, 'free'> | undefined>,
): DiskRoom {
  let askedAt = Number.NEGATIVE_INFINITY;
  let last: ReturnType<typeof ask> = Promise.resolve(undefined);
  return {
    async isShort(bytes = 0) {
      if (reserve === 0) return false;
      if (performance.now() - askedAt >= keepMs) {
        askedAt = performance.now();
        last = ask();
      }
      const room = await last;
      return room !== undefined && room.free - bytes < reserve;
    },
  };
}
