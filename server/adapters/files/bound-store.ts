import { Readable } from 'node:stream';
import { StoreUnavailableError } from '#server/kernel/errors/store-unavailable.ts';
import type { FileStore } from './file-store.ts';

/** Milliseconds for which a check of the store's mark stays valid. */
const cacheMs = 2_000;

const notOursMessage =
  'The folder or bucket of the files is not mounted, or belongs to another installation: its mark is missing or another one';

/**
 * Returns the store of an installation, which must have its mark. Without the mark no file is written or
 * read: an unmounted disk leaves an empty folder, and files written there are hidden when the disk is mounted
 * again.
 */
export function bindStore(store: FileStore, mark: string, validMs = cacheMs): FileStore {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let lastCheck: Promise<boolean> = Promise.resolve(true);
  let isBound = true;

  const checkMark = (): Promise<boolean> => {
    if (performance.now() - checkedAt >= validMs) {
      checkedAt = performance.now();
      lastCheck = store.readInstallationMark().then(
        (found) => {
          isBound = found === mark;
          return isBound;
        },
        (error: unknown) => {
          // If the store did not answer, the next call checks again.
          checkedAt = Number.NEGATIVE_INFINITY;
          throw error;
        },
      );
    }
    return lastCheck;
  };
  const whenBound = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (!(await checkMark())) throw new StoreUnavailableError(notOursMessage);
    return await work();
  };

  return {
    ...store,
    receive: (id, bytes) =>
      whenBound(async () => {
        const file = await store.receive(id, bytes);
        return { ...file, keep: () => whenBound(file.keep) };
      }),
    put: (id, bytes) => whenBound(() => store.put(id, bytes)),
    read(id, range) {
      // The last known state is enough for reading: missing bytes are reported by the read itself.
      void checkMark().catch(() => undefined);
      return isBound ? store.read(id, range) : Readable.from(refuse(), { objectMode: false });
    },
    size: (id) => whenBound(() => store.size(id)),
    openLocalCopy: (id) => whenBound(() => store.openLocalCopy(id)),
    temporaryPath: (id) => whenBound(() => store.temporaryPath(id)),
    remove: (id) => whenBound(() => store.remove(id)),
    listDoubtful: (before) => whenBound(() => store.listDoubtful(before)),
  };
}

// biome-ignore lint/correctness/useYield: it only throws.
async function* refuse(): AsyncGenerator<Uint8Array> {
  throw new StoreUnavailableError(notOursMessage);
}
