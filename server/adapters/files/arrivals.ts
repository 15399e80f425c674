import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface ArrivedFile {
  size: number;
  /** SHA-256 of the written bytes, in hexadecimal; `audit:verify` compares the disk with it. */
  sha256: string;
}

/**
 * A file that has arrived completely but is not stored yet: it is inspected at `path`, then stored or
 * discarded.
 */
export interface IncomingFile extends ArrivedFile {
  path: string;
  /** Stores it under its id, marked as doubtful until it is confirmed or removed. */
  keep(): Promise<void>;
  /** Removes it; has no effect after `keep`. */
  discard(): Promise<void>;
}

const partEnding = '.part';
const safeId = /^[\w-]{8,80}$/;

/** Throws for a text that is not one of our ids and could be a path. */
export function checkId(id: string): string {
  if (!safeId.test(id)) throw new Error(`Not a file id: ${id}`);
  return id;
}

export const isId = (text: string): boolean => safeId.test(text);

/** Returns the path of a file in its store: the end of a uuid v7 is random, its beginning is the date. */
export function pathSegmentsOf(id: string): [string, string, string] {
  checkId(id);
  return [id.slice(-2), id.slice(-4, -2), id];
}

/** Creates the local folder in which all files arrive, whichever store they go to. */
export function createArrivals(folder: string) {
  /**
   * Writes the bytes to a temporary file in chunks, hashing and counting them; `keep` decides what is done
   * with it.
   */
  async function receive(
    id: string,
    bytes: Readable | Uint8Array,
    keep: (arrived: { path: string; size: number }) => Promise<void>,
  ): Promise<IncomingFile> {
    checkId(id);
    const path = join(folder, `${id}${partEnding}`);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const discard = () => rm(path, { force: true });
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
        createWriteStream(path, { flush: true, mode: 0o600 }),
      );
    } catch (error) {
      await discard();
      throw error;
    }
    return { path, size, sha256: hash.digest('hex'), discard, keep: () => keep({ path, size }) };
  }

  /** Lists names with this extension, without it, that were written before that time. */
  async function listOlderThan(ending: string, before: Date): Promise<string[]> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const old: string[] = [];
    for (const name of await readdir(folder)) {
      if (!name.endsWith(ending)) continue;
      const stats = await statIfExists(join(folder, name));
      if (stats && stats.mtime < before) old.push(name.slice(0, -ending.length));
    }
    return old;
  }

  return {
    receive,
    listOld: listOlderThan,
    async temporaryPath(id: string): Promise<string> {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return join(folder, `${checkId(id)}-side${partEnding}`);
    },
    async removeLeftovers(before: Date): Promise<number> {
      const old = await listOlderThan(partEnding, before);
      for (const name of old) await rm(join(folder, `${name}${partEnding}`), { force: true });
      return old.length;
    },
  };
}

export async function statIfExists(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
