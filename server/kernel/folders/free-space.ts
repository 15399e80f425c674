import { statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** Free space on the disk of a folder. */
export interface DiskSpace {
  folder: string;
  /** Bytes that we may still write. */
  free: number;
  size: number;
}

/** Reads the free space from the system; undefined for a folder that does not exist. */
export async function readDiskSpace(folder: string, path: string): Promise<DiskSpace | undefined> {
  try {
    const { bavail, blocks, bsize } = await statfs(path);
    return { folder, free: bavail * bsize, size: blocks * bsize };
  } catch {
    return undefined;
  }
}

/** Returns the free space on the disk on which files arrive, which may differ from the data folder's. */
export async function readDiskSpaceOfFiles(dataDir: string): Promise<DiskSpace | undefined> {
  return (await readDiskSpace('files', join(dataDir, 'files'))) ?? (await readDiskSpace('data', dataDir));
}

/**
 * The free space for writes that can be refused, so that the others (the database, documents, the audit log)
 * can continue.
 */
export interface DiskSpaceReader {
  /**
   * Checks whether `bytes` more would leave less than the reserve. A disk with unknown free space
   * does not count as full.
   */
  lacksSpace(bytes?: number): Promise<boolean>;
}

/** Milliseconds for which the system's answer is reused, because every incoming file is checked. */
const cacheMs = 2_000;

export function createDiskSpaceReader(
  reserve: number,
  readSpace: () => Promise<Pick<DiskSpace, 'free'> | undefined>,
): DiskSpaceReader {
  let readAt = Number.NEGATIVE_INFINITY;
  let last: ReturnType<typeof readSpace> = Promise.resolve(undefined);
  return {
    async lacksSpace(bytes = 0) {
      if (reserve === 0) return false;
      if (performance.now() - readAt >= cacheMs) {
        readAt = performance.now();
        last = readSpace();
      }
      const space = await last;
      return space !== undefined && space.free - bytes < reserve;
    },
  };
}
