import { constants, createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { MissingBytes, openingOf } from '#server/kernel/errors/missing-bytes.ts';

import { readMarkOf, writeMarkOf } from '#server/kernel/folders/folder-mark.ts';
import {
  type ArrivedFile,
  checkId,
  createArrivals,
  type IncomingFile,
  isId,
  placeOf,
  statOrNothing,
} from './arrivals.ts';

export type { ArrivedFile, IncomingFile };

export interface BorrowedFile {
  path: string;
  giveBack(): Promise<void>;
}

/**
 * The place where bytes rest; the rows of table `files` describe them. Ids are ours, never names that a user
 * chose. Disk and database cannot be written as one: while it is open whether a row names the bytes, their
 * file is in doubt, and a process that dies meanwhile leaves the doubt to the next process that asks the
 * database.
 */
export interface FileStore {
  /** Writes to the side, piece by piece: never more than a few pieces are held in memory. */
  receive(id: string, bytes: Readable | Uint8Array): Promise<IncomingFile>;
  /** Writes all or nothing, in doubt: a reader never sees half a file, and what was acknowledged survives a crash. */
  put(id: string, bytes: Readable | Uint8Array): Promise<ArrivedFile>;
  /** `range` has both ends inclusive, as HTTP counts. */
  read(id: string, range?: { start: number; end: number }): Readable;
  size(id: string): Promise<number | undefined>;
  /** Returns the bytes as a file on this machine, for readers by path; the caller releases it. */
  borrow(id: string): Promise<BorrowedFile>;
  /** Returns a path to write a file to before it is received; a file left there is removed with the leftovers. */
  sidePath(id: string): Promise<string>;
  /** A row names it. */
  confirm(id: string): Promise<void>;
  /** Its row is about to go; the bytes stay until it is gone for sure. */
  doubt(id: string): Promise<void>;
  /** No row names it: the bytes go, the doubt after them. */
  remove(id: string): Promise<void>;
  /** Files that have been in doubt since before that time. */
  listDoubtful(before: Date): Promise<string[]>;
  /** Removes what a killed process left half-written before that time; answers how many files. */
  removeLeftovers(before: Date): Promise<number>;
  /** Returns the mark of the installation that the store belongs to, as that installation wrote it. */
  readMark(): Promise<string | undefined>;
  /** Marks a place that has no mark; answers the mark that it has then, which another server may have written. */
  writeMark(mark: string): Promise<string | undefined>;
}

const doubtEnding = '.doubt';

/**
 * Flags for reading a plain file. A person who can write to the folder must not make the portal wait on a
 * pipe (a few would stop every reading), nor read another place by a link. Windows has neither of the two
 * flags.
 */
const plainFile = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

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

/** Files on the local disk, two levels of folders deep, written to a folder of arrivals and renamed when they are safe. */
export function createDiskStore(directory: string): FileStore {
  const incoming = join(directory, 'incoming');
  const arrivals = createArrivals(incoming);
  const pathOf = (id: string): string => join(directory, ...placeOf(id));
  const doubtOf = (id: string): string => join(incoming, `${checkId(id)}${doubtEnding}`);

  async function doubt(id: string): Promise<void> {
    await mkdir(incoming, { recursive: true, mode: 0o700 });
    await writeFile(doubtOf(id), '');
  }

  async function confirm(id: string): Promise<void> {
    await rm(doubtOf(id), { force: true });
  }

  const receive = (id: string, bytes: Readable | Uint8Array): Promise<IncomingFile> =>
    arrivals.receive(id, bytes, async ({ path: temporary }) => {
      const path = pathOf(id);
      await doubt(id);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await rename(temporary, path);
      await syncDirectory(dirname(path));
    });

  return {
    receive,
    async put(id, bytes) {
      const file = await receive(id, bytes);
      await file.keep();
      return { size: file.size, sha256: file.sha256 };
    },
    read(id, range) {
      // @types/node has no numbers here, but node:fs does.
      const fs = openingOf(id);
      return createReadStream(pathOf(id), { ...range, flags: plainFile as unknown as string, fs });
    },
    async size(id) {
      return (await statOrNothing(pathOf(id)))?.size;
    },
    async borrow(id) {
      if ((await statOrNothing(pathOf(id))) === undefined) throw new MissingBytes(id);
      return { path: pathOf(id), giveBack: async () => undefined };
    },
    sidePath: arrivals.sidePath,
    confirm,
    doubt,
    async remove(id) {
      await rm(pathOf(id), { force: true });
      await confirm(id);
    },
    async listDoubtful(before) {
      return (await arrivals.listOld(doubtEnding, before)).filter(isId);
    },
    removeLeftovers: arrivals.removeLeftovers,
    readMark: () => readMarkOf(directory),
    writeMark: (mark) => writeMarkOf(directory, mark),
  };
}
