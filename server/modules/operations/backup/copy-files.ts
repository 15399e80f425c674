import { join } from 'node:path';
import type { FileStore } from '#server/adapters/files/file-store.ts';
import type { ReferencedBytes } from './bytes.queries.ts';
import type { BackupFolder, ListedBytes } from './folder.ts';
import { readListedBytes } from './folder.ts';
import type { DamagedBytes } from './manifest.ts';
import { hashOfFile, readPackedLines, writePacked } from './parts.ts';
import type { Pool, PoolEntry } from './pool.ts';

/** Number of concurrent copies; more are not faster, because reading waits for the network and writing for the disk. */
const concurrentCopies = 4;

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
 * digests. The bytes of an id never change, so what the previous backup recorded about them is still valid.
 */
export async function copyFiles(
  files: Pick<FileStore, 'read'>,
  pool: Pool,
  { referencedList, list, isEncrypted }: { referencedList: string; list: string; isEncrypted: boolean },
  previous: BackupFolder | undefined,
  progress: (copied: { count: number; newBytes: number }) => void,
): Promise<CopiedFiles> {
  const totals = { count: 0, bytes: 0, newCount: 0, newBytes: 0, damaged: [] as CopiedFiles['damaged'] };
  const findEarlier = createEarlierEntryFinder(previous);

  async function copyContents(
    file: ReferencedBytes,
    stored: PoolEntry | undefined,
  ): Promise<ListedBytes | undefined> {
    const { id, size, sha256 } = file;
    if (sha256 !== null && (await pool.has(sha256, isEncrypted ? stored?.bytes : size))) {
      // The same content with another id: the existing file is read once.
      const poolEntry = isEncrypted ? (stored ?? (await hashOfFile(pool.pathOf(sha256)))) : undefined;
      return { id, size, sha256, stored: poolEntry };
    }
    const copy = await pool.copyFrom(files, file);
    if ('fault' in copy) {
      totals.damaged.push({ id, fault: copy.fault });
      return undefined;
    }
    totals.newCount += 1;
    totals.newBytes += size;
    return { id, size, sha256: copy.sha256, stored: isEncrypted ? copy.stored : undefined };
  }

  async function* lines(): AsyncGenerator<Buffer> {
    let copies: Promise<ListedBytes | undefined>[] = [];
    async function* finishedLines(): AsyncGenerator<Buffer> {
      for (const entry of await Promise.all(copies)) {
        if (!entry) continue;
        totals.count += 1;
        totals.bytes += entry.size;
        yield Buffer.from(`${JSON.stringify(entry)}\n`);
      }
      copies = [];
      progress(totals);
    }
    for await (const file of readPackedLines<ReferencedBytes>(referencedList)) {
      const earlier = await findEarlier(file.id);
      const sha256 = file.sha256 ?? earlier?.sha256 ?? null;
      copies.push(
        copyContents({ ...file, sha256 }, earlier?.sha256 === sha256 ? earlier?.stored : undefined),
      );
      if (copies.length === concurrentCopies) yield* finishedLines();
    }
    yield* finishedLines();
    findEarlier.end();
  }

  const written = await writePacked(list, lines());
  return { ...totals, list: written };
}

/**
 * Returns a function that finds bytes in the list of the previous backup, because their rows may have no
 * digest. Both lists are sorted by id, and are read in parallel.
 */
function createEarlierEntryFinder(previous: BackupFolder | undefined) {
  const lines = previous && readListedBytes(previous);
  let current: ListedBytes | undefined;
  let isOver = lines === undefined;
  const findEntry = async (id: string): Promise<ListedBytes | undefined> => {
    while (!isOver && (current === undefined || current.id < id)) {
      const next = await lines?.next();
      isOver = next?.done !== false;
      current = next?.value ?? undefined;
    }
    return current?.id === id ? current : undefined;
  };
  findEntry.end = () => void lines?.return(undefined);
  return findEntry;
}

export const referencedBytesPath = (folder: string) => join(folder, 'wanted.jsonl.zst');
