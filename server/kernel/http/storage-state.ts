import type { Room } from '#server/kernel/folders/free-space.ts';

/** Knowledge of this process about the space for calls that must write. */
export interface StorageState {
  /** A call was refused because a disk is full or fails. */
  noteRefused(): void;
  /** The database is away; whether that is because its disk, which is ours, has no room to come back with. */
  isFull(): boolean;
  /** When a call was refused last. */
  refusedAt(): Date | undefined;
  /** A call was refused because the file store is away. */
  noteFilesAway(): void;
  filesAwayAt(): Date | undefined;
}

/** PostgreSQL needs one more segment of its log to come back. */
const segmentBytes = 16 * 1_048_576;
const keepMs = 2_000;

/**
 * Creates the state of the storage. When the disk of an embedded database is full, the database ends, and callers are
 * told only that it cannot be reached. Its disk is that of the data folder, so the free space of that disk is read
 * beside the calls and at most so often: `isFull` answers by the last reading.
 */
export function createStorageState(
  ask: (() => Promise<Pick<Room, 'free'> | undefined>) | undefined,
  now: () => Date,
): StorageState {
  let last: Date | undefined;
  let filesAwayAt: Date | undefined;
  let free = Number.POSITIVE_INFINITY;
  let askedAt = Number.NEGATIVE_INFINITY;
  const refresh = () => {
    if (ask === undefined || performance.now() - askedAt < keepMs) return;
    askedAt = performance.now();
    void ask().then((room) => {
      free = room?.free ?? Number.POSITIVE_INFINITY;
    });
  };
  return {
    noteRefused() {
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
    noteFilesAway() {
      filesAwayAt = now();
    },
    filesAwayAt: () => filesAwayAt,
  };
}

/** The state for servers that do not check their storage. */
export const unwatchedStorage: StorageState = createStorageState(undefined, () => new Date());
