/** The part of yauzl that the inspection needs; the package has no types. */
declare module 'yauzl' {
  import type { Readable } from 'node:stream';

  export interface Entry {
    fileName: string;
    fileNameRaw: Buffer;
    compressedSize: number;
    uncompressedSize: number;
    crc32: number;
    relativeOffsetOfLocalHeader: number;
    isEncrypted(): boolean;
  }
  export interface ZipFile {
    entryCount: number;
    eachEntry(): AsyncIterable<Entry>;
    readLocalFileHeaderPromise(entry: Entry): Promise<{ fileName: Buffer; fileDataStart: number }>;
    openReadStreamPromise(entry: Entry): Promise<Readable>;
    close(): void;
  }
  interface Options {
    autoClose?: boolean;
    strictFileNames?: boolean;
  }
  export function openPromise(path: string, options?: Options): Promise<ZipFile>;
  export function fromBufferPromise(buffer: Buffer, options?: Options): Promise<ZipFile>;
}
