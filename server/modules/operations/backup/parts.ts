import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { type BackupCipher, type Decrypt, plain } from './backup-cipher.ts';

/** Writes data compressed and flushes the file; only a few chunks are in memory. */
export async function writePacked(
  path: string,
  source: AsyncIterable<Uint8Array>,
  encrypt: BackupCipher['encrypt'] = plain.encrypt,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  await pipeline(
    source,
    createZstdCompress(),
    (packed: AsyncIterable<Uint8Array>) => encrypt(packed),
    async function* count(packed: AsyncIterable<Uint8Array>) {
      for await (const chunk of packed) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    },
    createWriteStream(path, { flush: true, flags: 'wx', mode: 0o600 }),
  );
  return { bytes, sha256: hash.digest('hex') };
}

/** Yields the uncompressed contents of a file. */
export async function* readPacked(path: string, decrypt: Decrypt): AsyncGenerator<Uint8Array> {
  const file = createReadStream(path);
  const decrypted = Readable.from(decrypt(file, basename(path)));
  const unpacked = createZstdDecompress();
  file.once('error', (error) => decrypted.destroy(error));
  decrypted.once('error', (error) => unpacked.destroy(error));
  try {
    yield* decrypted.pipe(unpacked) as AsyncIterable<Uint8Array>;
  } finally {
    decrypted.destroy();
    file.destroy();
  }
}

/** Yields the values of a compressed file of JSON lines. */
export async function* readPackedLines<Value>(path: string): AsyncGenerator<Value> {
  const unpacked = createReadStream(path).pipe(createZstdDecompress());
  for await (const line of createInterface({ input: unpacked, crlfDelay: Number.POSITIVE_INFINITY }))
    yield JSON.parse(line) as Value;
}

/** Returns the digest of a file; undefined if there is none. */
export async function hashOfFile(path: string): Promise<{ bytes: number; sha256: string } | undefined> {
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of createReadStream(path)) {
      hash.update(chunk as Uint8Array);
      bytes += (chunk as Uint8Array).length;
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Flushes a folder, so that new and renamed files survive a crash. Windows cannot open a folder. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
