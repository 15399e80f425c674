import { constants, createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { MissingBytes, streamFileSystem } from '#server/kernel/errors/missing-bytes.ts';

import { readInstallationMark, writeInstallationMark } from '#server/kernel/folders/installation-mark.ts';
import {
  type ArrivedFile,
  checkId,
  createArrivals,
  type IncomingFile,
  isId,
  pathSegmentsOf,
  statIfExists,
} from './arrivals.ts';

export type { ArrivedFile, IncomingFile };

export interface LocalCopy {
  path: string;
  release(): Promise<void>;
}

/**
 * Storage of file contents; the rows of table `files` describe them. Ids are ours, never names that a user
 * chose. Disk and database cannot be written in one transaction: until it is certain whether a row refers to
 * the bytes, the file is marked as doubtful, and if the process dies meanwhile, a later one resolves the
 * doubt by the database.
 */
export interface FileStore {
  /** Writes to a temporary file in chunks: only a few chunks are in memory. */
  receive(id: string, bytes: Readable | Uint8Array): Promise<IncomingFile>;
  /**
   * Writes all or nothing, marked as doubtful: a reader never sees half a file, and an acknowledged file
   * survives a crash.
   */
  put(id: string, bytes: Readable | Uint8Array): Promise<ArrivedFile>;
  /** Both ends of `range` are inclusive, as in HTTP. */
  read(id: string, range?: { start: number; end: number }): Readable;
  size(id: string): Promise<number | undefined>;
  /** Returns the bytes as a local file, for readers by path; the caller releases it. */
  openLocalCopy(id: string): Promise<LocalCopy>;
  /**
   * Returns a path at which a file can be written before it is received; a file left there is removed with
   * the leftovers.
   */
  temporaryPath(id: string): Promise<string>;
  /** Removes the doubt: a row refers to the file. */
  confirm(id: string): Promise<void>;
  /** Marks the file as doubtful because its row will be deleted; the bytes stay until that is certain. */
  markDoubtful(id: string): Promise<void>;
  /** Removes the bytes, then the doubt: no row refers to the file. */
  remove(id: string): Promise<void>;
  /** Lists files that have been doubtful since before that time. */
  listDoubtful(before: Date): Promise<string[]>;
  /** Removes files that a killed process left half-written before that time; returns their number. */
  removeLeftovers(before: Date): Promise<number>;
  /** Returns the mark of the installation to which the store belongs. */
  readInstallationMark(): Promise<string | undefined>;
  /** Writes the mark if there is none; returns the existing mark, which another server may have written. */
  writeInstallationMark(mark: string): Promise<string | undefined>;
}

const doubtEnding = '.doubt';

/**
 * Flags for reading a regular file. A person who can write to the folder must not make the portal wait on a
 * pipe (a few would block all reads), nor read another place by a link. Windows has neither of the two flags.
 */
const regularFileFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

async function syncDirectory(path: string): Promise<void> {
  // Windows cannot open a directory, so that only the rename is done there.
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Creates a store on the local disk, with two levels of folders; files are written to a folder of arrivals
 * and renamed when complete.
 */
export function createDiskStore(directory: string): FileStore {
  const incoming = join(directory, 'incoming');
  const arrivals = createArrivals(incoming);
  const pathOf = (id: string): string => join(directory, ...pathSegmentsOf(id));
  const doubtMarkerPath = (id: string): string => join(incoming, `${checkId(id)}${doubtEnding}`);

  async function writeDoubtMarker(id: string): Promise<void> {
    await mkdir(incoming, { recursive: true, mode: 0o700 });
    await writeFile(doubtMarkerPath(id), '');
  }

  async function confirm(id: string): Promise<void> {
    await rm(doubtMarkerPath(id), { force: true });
  }

  const receive = (id: string, bytes: Readable | Uint8Array): Promise<IncomingFile> =>
    arrivals.receive(id, bytes, async ({ path: temporary }) => {
      const path = pathOf(id);
      await writeDoubtMarker(id);
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
      // The types of Node allow no numbers here, but node:fs does.
      const fs = streamFileSystem(id);
      return createReadStream(pathOf(id), { ...range, flags: regularFileFlags as unknown as string, fs });
    },
    async size(id) {
      return (await statIfExists(pathOf(id)))?.size;
    },
    async openLocalCopy(id) {
      if ((await statIfExists(pathOf(id))) === undefined) throw new MissingBytes(id);
      return { path: pathOf(id), release: async () => undefined };
    },
    temporaryPath: arrivals.temporaryPath,
    confirm,
    markDoubtful: writeDoubtMarker,
    async remove(id) {
      await rm(pathOf(id), { force: true });
      await confirm(id);
    },
    async listDoubtful(before) {
      return (await arrivals.listOld(doubtEnding, before)).filter(isId);
    },
    removeLeftovers: arrivals.removeLeftovers,
    readInstallationMark: () => readInstallationMark(directory),
    writeInstallationMark: (mark) => writeInstallationMark(directory, mark),
  };
}
