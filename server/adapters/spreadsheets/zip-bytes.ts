import { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import { Zip, type ZipInputFile } from 'fflate';

export interface ZipPart {
  name: string;
  /** A text, or bytes. */
  text: Chunks;
  /**
   * True for content that is already compressed, such as pictures, PDF and office files: it is stored without
   * compression.
   */
  isCompressed?: boolean;
  modifiedAt?: Date;
}

type Chunks = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

const deflateMethod = 8;
const emptyBytes = new Uint8Array();
/** Midnight of 1980-01-01, for parts without a time. */
const noTime = new Date(1980, 0, 1);
/** The library writes no ZIP64. */
const maxBytes = 0xffff_ffff;

/** Fast enough for the arriving rows, and within a few per cent of the best compression. */
const level = 4;
/**
 * Compression level for parts that are already compressed: they become uncompressed blocks. NOTE: the method
 * "stored" is not used, because stream readers (such as that of Java) refuse it if the sizes follow the data.
 */
const noCompression = 0;

/**
 * Yields a zip, with each part compressed as it arrives: sizes and checksums follow the data, so that only
 * the current data is in memory. Up to 4 GB, far more than a sheet of a million rows.
 */
export async function* zipBytes(parts: Iterable<ZipPart>): AsyncGenerator<Uint8Array> {
  const pendingBytes: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    if (bytes.length > 0) pendingBytes.push(bytes);
  });
  let total = 0;
  function* readyChunks() {
    for (const bytes of pendingBytes.splice(0)) {
      total += bytes.length;
      yield bytes;
    }
  }
  for (const { name, text, isCompressed = false, modifiedAt } of parts) {
    const mtime = modifiedAt ? officeClock(modifiedAt) : noTime;
    const file: ZipInputFile = { filename: name, compression: deflateMethod, size: 0, crc: 0, mtime };
    zip.add(file);
    // The library keeps the head of a part until bytes arrive: a reader gets it before the part is read.
    file.ondata?.(null, emptyBytes, false);
    yield* readyChunks();
    for await (const chunk of compress(text, file, isCompressed ? noCompression : level)) {
      file.ondata?.(null, chunk, false);
      yield* readyChunks();
    }
    file.ondata?.(null, emptyBytes, true);
    yield* readyChunks();
    if (total > maxBytes || file.size > maxBytes) throw new RangeError('A package can contain at most 4 GB');
  }
  zip.end();
  yield* readyChunks();
}

/**
 * Returns the instant at which the clock of this machine shows the time that the clock of the office shows at `at`: zip
 * files have no time zone, and the library writes the time of this machine.
 */
function officeClock(at: Date): Date {
  return new Date(at.getTime() + (8 * 60 + at.getTimezoneOffset()) * 60_000);
}

/** Yields the compressed bytes of a part, and writes its size and checksum into `file`. */
async function* compress(
  chunks: Chunks,
  file: ZipInputFile,
  strength: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  async function* countBytes() {
    for await (const chunk of chunks) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      file.crc = crc32(bytes, file.crc);
      file.size += bytes.length;
      yield bytes;
    }
  }
  const source = Readable.from(countBytes(), { objectMode: false });
  const deflate = createDeflateRaw({ level: strength });
  source.once('error', (error) => deflate.destroy(error));
  source.pipe(deflate);
  try {
    yield* deflate as AsyncIterable<Buffer<ArrayBuffer>>;
  } finally {
    // A reader that stops also stops the source.
    source.destroy();
    deflate.destroy();
  }
}
