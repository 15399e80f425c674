import { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

export interface ZipPart {
  name: string;
  /** A text, or bytes. */
  text: Chunks;
  /**
   * True for content that is already compressed, such as pictures, PDF and office files: it is stored without
   * compression.
   */
  isPacked?: boolean;
  modifiedAt?: Date;
}

type Chunks = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/** An entry of the directory at the end, with the sizes and the checksum of a part. */
interface Entry {
  name: Buffer;
  crc: number;
  packed: number;
  size: number;
  offset: number;
  /** Time and date in DOS format. */
  written: number;
}

const signature = { local: 0x04034b50, descriptor: 0x08074b50, entry: 0x02014b50, end: 0x06054b50 } as const;
const version = 20;
/** Flags: sizes follow the data, names are UTF-8. */
const flags = 0x0808;
const deflated = 8;
/** Midnight of 1980-01-01, for parts without a time. */
const noTime = 0x21_0000;
const maxBytes = 0xffff_ffff;

/** Fast enough for the arriving rows, and within a few per cent of the best compression. */
const level = 4;
/**
 * Compression level for parts that are already compressed: they become uncompressed blocks. NOTE: the method
 * "stored" is not used, because stream readers (such as that of Java) refuse it if the sizes follow the data.
 */
const asItIs = 0;

/**
 * Yields a zip, with each part compressed as it arrives: sizes and checksums follow the data, so that only
 * the current data is in memory. Up to 4 GB, far more than a sheet of a million rows.
 */
export async function* zipBytes(parts: Iterable<ZipPart>): AsyncGenerator<Buffer> {
  const entries: Entry[] = [];
  let offset = 0;
  for (const { name: path, text, isPacked = false, modifiedAt } of parts) {
    const written = modifiedAt ? dosTime(modifiedAt) : noTime;
    const entry: Entry = { name: Buffer.from(path), crc: 0, packed: 0, size: 0, offset, written };
    const head = Buffer.alloc(30);
    head.writeUInt32LE(signature.local, 0);
    head.writeUInt16LE(version, 4);
    head.writeUInt16LE(flags, 6);
    head.writeUInt16LE(deflated, 8);
    head.writeUInt32LE(written, 10);
    head.writeUInt16LE(entry.name.length, 26);
    yield Buffer.concat([head, entry.name]);
    yield* packed(text, entry, isPacked ? asItIs : level);
    const tail = Buffer.alloc(16);
    tail.writeUInt32LE(signature.descriptor, 0);
    writeSizes(tail, 4, entry);
    yield tail;
    offset += head.length + entry.name.length + entry.packed + tail.length;
    if (offset > maxBytes || entry.size > maxBytes) throw new RangeError('A package holds 4 GB at most');
    entries.push(entry);
  }
  const directory = Buffer.concat(entries.map(directoryEntry));
  const end = Buffer.alloc(22);
  end.writeUInt32LE(signature.end, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  yield Buffer.concat([directory, end]);
}

/** Returns an instant in Chinese local time, because zip files have no time zone. */
function dosTime(at: Date): number {
  const local = new Date(at.getTime() + 8 * 3_600_000);
  const day = ((local.getUTCFullYear() - 1980) << 9) | ((local.getUTCMonth() + 1) << 5) | local.getUTCDate();
  const time = (local.getUTCHours() << 11) | (local.getUTCMinutes() << 5) | (local.getUTCSeconds() >> 1);
  return ((day << 16) | time) >>> 0;
}

/** Yields the compressed bytes of a part, and writes their sizes and checksum into `entry`. */
async function* packed(pieces: Chunks, entry: Entry, strength: number): AsyncGenerator<Buffer> {
  async function* counted() {
    for await (const piece of pieces) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
      entry.crc = crc32(bytes, entry.crc);
      entry.size += bytes.length;
      yield bytes;
    }
  }
  const source = Readable.from(counted(), { objectMode: false });
  const deflate = createDeflateRaw({ level: strength });
  source.once('error', (error) => deflate.destroy(error));
  source.pipe(deflate);
  try {
    for await (const chunk of deflate as AsyncIterable<Buffer>) {
      entry.packed += chunk.length;
      yield chunk;
    }
  } finally {
    // A reader that stops also stops the source.
    source.destroy();
    deflate.destroy();
  }
}

function writeSizes(target: Buffer, at: number, { crc, packed: packedSize, size }: Entry): void {
  target.writeUInt32LE(crc, at);
  target.writeUInt32LE(packedSize, at + 4);
  target.writeUInt32LE(size, at + 8);
}

function directoryEntry(entry: Entry): Buffer {
  const head = Buffer.alloc(46);
  head.writeUInt32LE(signature.entry, 0);
  head.writeUInt16LE(version, 4);
  head.writeUInt16LE(version, 6);
  head.writeUInt16LE(flags, 8);
  head.writeUInt16LE(deflated, 10);
  head.writeUInt32LE(entry.written, 12);
  writeSizes(head, 16, entry);
  head.writeUInt16LE(entry.name.length, 28);
  head.writeUInt32LE(entry.offset, 42);
  return Buffer.concat([head, entry.name]);
}
