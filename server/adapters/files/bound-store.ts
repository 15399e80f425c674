import { Readable } from 'node:stream';
import { StoreUnavailableError } from '#server/kernel/errors/store-unavailable.ts';
import type { FileStore } from './file-store.ts';

/** Milliseconds for which a check of the store's mark stays valid. */
const keepMs = 2_000;

const notOurs =
  'The place of the files is not mounted, or is another installation’s: its mark is missing or another';

/**
 * Returns the store of an installation, which must have its mark. Without the mark nothing is written or
 * read: an unmounted disk leaves an empty folder, and files written there are hidden when the disk is mounted
 * again.
 */
export function bindStore(store: FileStore, mark: string, keep = keepMs): FileStore {
  let askedAt = Number.NEGATIVE_INFINITY;
  let last: Promise<boolean> = Promise.resolve(true);
  let isBound = true;

  const ask = (): Promise<boolean> => {
    if (performance.now() - askedAt >= keep) {
      askedAt = performance.now();
      last = store.readMark().then(
        (found) => {
          isBound = found === mark;
          return isBound;
        },
        (error: unknown) => {
          // If the store did not answer, the next call checks again.
          askedAt = Number.NEGATIVE_INFINITY;
          throw error;
        },
      );
    }
    return last;
  };
  const whenBound = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (!(await ask())) throw new StoreUnavailableError(notOurs);
    return await work();
  };

  return {
    ...store,
    receive: (id, bytes) =>
      whenBound(async () => {
        const arrived = await store.receive(id, bytes);
        return { ...arrived, keep: () => whenBound(arrived.keep) };
      }),
    put: (id, bytes) => whenBound(() => store.put(id, bytes)),
    read(id, range) {
      // The last known state is enough for reading: missing bytes are reported by the read itself.
      void ask().catch(() => undefined);
      return isBound ? store.read(id, range) : Readable.from(refuse(), { objectMode: false });
    },
    size: (id) => whenBound(() => store.size(id)),
    openLocalCopy: (id) => whenBound(() => store.openLocalCopy(id)),
    sidePath: (id) => whenBound(() => store.sidePath(id)),
    remove: (id) => whenBound(() => store.remove(id)),
    listDoubtful: (before) => whenBound(() => store.listDoubtful(before)),
  };
}

// biome-ignore lint/correctness/useYield: it has nothing to give.
async function* refuse(): AsyncGenerator<Uint8Array> {
  throw new StoreUnavailableError(notOurs);
}
