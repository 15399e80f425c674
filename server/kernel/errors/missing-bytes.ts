import fs from 'node:fs';

/** The store does not have the bytes that a row refers to. This is no bug, and a retry does not help. */
export class MissingBytes extends Error {
  /** The code of the file system, for readers that check whether a file exists. */
  readonly code = 'ENOENT';

  constructor(id: string) {
    super(`The store has no file ${id}`);
  }
}

export const isMissingBytes = (error: unknown): error is MissingBytes => error instanceof MissingBytes;

/** Returns the functions by which a stream opens a file, so that a missing file is reported by its id. */
export function streamFileSystem(id: string) {
  return {
    open: (path: string, flags: string, mode: number, done: (error: Error | null, fd?: number) => void) =>
      fs.open(path, flags, mode, (error, fd) =>
        done(error?.code === 'ENOENT' ? new MissingBytes(id) : error, fd),
      ),
    read: fs.read,
    close: fs.close,
  };
}
