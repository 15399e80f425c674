import fs from 'node:fs';

/** Bytes that a row names and the store does not have. Not an error of the program; a retry does not help. */
export class MissingBytes extends Error {
  /** As the file system says it, for readers that ask whether something is there. */
  readonly code = 'ENOENT';

  constructor(id: string) {
    super(`The store has no file ${id}`);
  }
}

export const isMissingBytes = (error: unknown): error is MissingBytes => error instanceof MissingBytes;

/** Returns the functions by which a stream opens a file, so that a file that is not there is reported by its id. */
export function openingOf(id: string) {
  return {
    open: (path: string, flags: string, mode: number, done: (error: Error | null, fd?: number) => void) =>
      fs.open(path, flags, mode, (error, fd) =>
        done(error?.code === 'ENOENT' ? new MissingBytes(id) : error, fd),
      ),
    read: fs.read,
    close: fs.close,
  };
}
