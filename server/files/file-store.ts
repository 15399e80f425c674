import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface StoredFile {
  size: number;
  sha256: string;
}

/** Where bytes rest; the rows of table `files` say what they are. Ids are ours, never names that a user chose. */
export interface FileStore {
  /** Writes all or nothing: a reader never sees half a file, and what was acknowledged survives a crash. */
  put(id: string, bytes: Readable | Uint8Array): Promise<StoredFile>;
  /** `range` has both ends inclusive, as HTTP counts. */
  read(id: string, range?: { start: number; end: number }): Readable;
  size(id: string): Promise<number | undefined>;
  remove(id: string): Promise<void>;
}

const safeId = /^[\w-]{8,80}$/;

async function syncDirectory(path: string): Promise<void> {
  // Windows cannot open a directory; there the rename alone has to do.
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Files on the local disk, two levels of folders deep, written to a neighbour and renamed when they are safe. */
export function createDiskStore(directory: string): FileStore {
  const pathOf = (id: string): string => {
    if (!safeId.test(id)) throw new Error(`Not a file id: ${id}`);
    // The end of a uuid v7 is random, its beginning is the date.
    return join(directory, id.slice(-2), id.slice(-4, -2), id);
  };
  return {
    async put(id, bytes) {
      const path = pathOf(id);
      const temporary = `${path}.part`;
      await mkdir(dirname(path), { recursive: true });
      const hash = createHash('sha256');
      let size = 0;
      try {
        await pipeline(
          bytes instanceof Readable ? bytes : Readable.from([bytes]),
          async function* count(source: AsyncIterable<Uint8Array>) {
            for await (const chunk of source) {
              hash.update(chunk);
              size += chunk.length;
              yield chunk;
            }
          },
          createWriteStream(temporary, { flush: true, mode: 0o600 }),
        );
        await rename(temporary, path);
        await syncDirectory(dirname(path));
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
      return { size, sha256: hash.digest('hex') };
    },
    read(id, range) {
      return createReadStream(pathOf(id), range ? { start: range.start, end: range.end } : {});
    },
    async size(id) {
      try {
        return (await stat(pathOf(id))).size;
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
        throw error;
      }
    },
    async remove(id) {
      await rm(pathOf(id), { force: true });
    },
  };
}
