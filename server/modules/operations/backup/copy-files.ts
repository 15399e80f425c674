import { join } from 'node:path';
import type { FileStore } from '#server/adapters/files/file-store.ts';
import type { NamedBytes } from './bytes.queries.ts';
import type { BackupFolder, ListedBytes } from './folder.ts';
import { listedBytes } from './folder.ts';
import type { DamagedBytes } from './manifest.ts';
import { hashOfFile, readPackedLines, writePacked } from './parts.ts';
import type { Pool, PoolEntry } from './pool.ts';

/** Concurrent copies: more gain nothing, because reading waits for the network and writing for the disk. */
const atOnce = 4;

export interface CopiedFiles {
  list: { bytes: number; sha256: string };
  count: number;
  bytes: number;
  newCount: number;
  newBytes: number;
  damaged: Omit<DamagedBytes, 'of'>[];
}

/**
 * Copies the bytes of a list into the pool, if they are not there yet, and writes the list of their ids and
 * digests. Bytes never change under their id, so the data of the previous backup about them is still valid.
 */
export async function copyFiles(
  files: Pick<FileStore, 'read'>,
  pool: Pool,
  { namedFiles, list, isSealed }: { namedFiles: string; list: string; isSealed: boolean },
  before: BackupFolder | undefined,
  progress: (copied: { count: number; newBytes: number }) => void,
): Promise<CopiedFiles> {
  const done = { count: 0, bytes: 0, newCount: 0, newBytes: 0, damaged: [] as CopiedFiles['damaged'] };
  const known = knownDigests(before);

  async function copyOne(one: NamedBytes, stored: PoolEntry | undefined): Promise<ListedBytes | undefined> {
    const { id, size, sha256 } = one;
    if (sha256 !== null && (await pool.has(sha256, isSealed ? stored?.bytes : size))) {
      // The same content with another id: the existing file is read once.
      const known = isSealed ? (stored ?? (await hashOfFile(pool.pathOf(sha256)))) : undefined;
      return { id, size, sha256, stored: known };
    }
    const copy = await pool.take(files, one);
    if ('fault' in copy) {
      done.damaged.push({ id, fault: copy.fault });
      return undefined;
    }
    done.newCount += 1;
    done.newBytes += size;
    return { id, size, sha256: copy.sha256, stored: isSealed ? copy.stored : undefined };
  }

  async function* lines(): AsyncGenerator<Buffer> {
    let waiting: Promise<ListedBytes | undefined>[] = [];
    async function* settled(): AsyncGenerator<Buffer> {
      for (const one of await Promise.all(waiting)) {
        if (!one) continue;
        done.count += 1;
        done.bytes += one.size;
        yield Buffer.from(`${JSON.stringify(one)}\n`);
      }
      waiting = [];
      progress(done);
    }
    for await (const one of readPackedLines<NamedBytes>(namedFiles)) {
      const last = await known(one.id);
      const sha256 = one.sha256 ?? last?.sha256 ?? null;
      waiting.push(copyOne({ ...one, sha256 }, last?.sha256 === sha256 ? last?.stored : undefined));
      if (waiting.length === atOnce) yield* settled();
    }
    yield* settled();
    known.end();
  }

  const written = await writePacked(list, lines());
  return { ...done, list: written };
}

/**
 * Returns a function that finds bytes in the list of the previous backup, because their rows may have no
 * digest. Both lists are sorted by id, and are read in parallel.
 */
function knownDigests(before: BackupFolder | undefined) {
  const lines = before && listedBytes(before);
  let current: ListedBytes | undefined;
  let isOver = lines === undefined;
  const ask = async (id: string): Promise<ListedBytes | undefined> => {
    while (!isOver && (current === undefined || current.id < id)) {
      const next = await lines?.next();
      isOver = next?.done !== false;
      current = next?.value ?? undefined;
    }
    return current?.id === id ? current : undefined;
  };
  ask.end = () => void lines?.return(undefined);
  return ask;
}

export const namedFilesPath = (folder: string) => join(folder, 'wanted.jsonl.zst');
