import { statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** Free space on the disk of a folder. */
export interface Room {
  folder: string;
  /** Bytes that we may still write. */
  free: number;
  size: number;
}

/** Reads the free space from the system; undefined for a folder that does not exist. */
export async function readRoom(folder: string, path: string): Promise<Room | undefined> {
  try {
    const { bavail, blocks, bsize } = await statfs(path);
    return { folder, free: bavail * bsize, size: blocks * bsize };
  } catch {
    return undefined;
  }
}

/** Returns the free space on the disk on which files arrive, which may differ from the data folder's. */
export async function readRoomOfFiles(dataDir: string): Promise<Room | undefined> {
  return (await readRoom('files', join(dataDir, 'files'))) ?? (await readRoom('data', dataDir));
}

/**
 * The free space for writes that can be refused, so that the others (the database, documents, the audit log)
 * can continue.
 */
export interface DiskRoom {
  /**
   * Checks whether `bytes` more would leave less than the reserve. A disk with unknown free space is not
   * short.
   */
  isShort(bytes?: number): Promise<boolean>;
}

/** Milliseconds for which the system's answer is reused, because every incoming file is checked. */
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
