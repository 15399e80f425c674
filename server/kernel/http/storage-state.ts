import type { DiskSpace } from '#server/kernel/folders/free-space.ts';

/** State of this process about the storage for calls that must write. */
export interface StorageState {
  /** Records a call that was refused because a disk is full or fails. */
  recordRefusal(): void;
  /** Checks whether the database's disk, which is ours, is too full for the database to restart. */
  isFull(): boolean;
  /** Returns the time of the last such refusal. */
  refusedAt(): Date | undefined;
  /** Records a call that was refused because the file store is unavailable. */
  recordStoreFailure(): void;
  filesAwayAt(): Date | undefined;
}

/** Space that PostgreSQL needs for another log segment when it restarts. */
const segmentBytes = 16 * 1_048_576;
const cacheMs = 2_000;

/**
 * Creates the state of the storage. If the disk of an embedded database is full, the database ends, and
 * callers only learn that it cannot be reached. Its disk is that of the data folder, so its free space is
 * read in parallel to calls, at limited intervals: `isFull` returns the last result.
 */
export function createStorageState(
  readSpace: (() => Promise<Pick<DiskSpace, 'free'> | undefined>) | undefined,
  now: () => Date,
): StorageState {
  let last: Date | undefined;
  let filesAwayAt: Date | undefined;
  let free = Number.POSITIVE_INFINITY;
  let readAt = Number.NEGATIVE_INFINITY;
  const refresh = () => {
    if (readSpace === undefined || performance.now() - readAt < cacheMs) return;
    readAt = performance.now();
    void readSpace().then((space) => {
      free = space?.free ?? Number.POSITIVE_INFINITY;
    });
  };
  return {
    recordRefusal() {
      last = now();
      refresh();
    },
    isFull() {
      refresh();
      const isFull = free < segmentBytes;
      if (isFull) last = now();
      return isFull;
    },
    refusedAt: () => last,
    recordStoreFailure() {
      filesAwayAt = now();
    },
    filesAwayAt: () => filesAwayAt,
  };
}

/** The state for servers that do not check their storage. */
export const uncheckedStorage: StorageState = createStorageState(undefined, () => new Date());
