import * as yauzl from 'yauzl';
import { inspectZip } from '../inspection/inspect-zip.ts';
import { CannotWork, type ReadPackageOrder } from './work.ts';

/** The texts of a package by their names; what claims more than an office package holds is refused before it is unpacked. */
export async function readPackage({
  bytes,
  mostParts,
  mostBytes,
}: ReadPackageOrder): Promise<Record<string, string>> {
  const buffer = Buffer.from(bytes);
  if (buffer.length < 22 || buffer.readUInt32BE(0) !== 0x504b0304) throw new CannotWork('noWorkbook');
  try {
    const entries = await listEntries(buffer);
    const claimed = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
    if (entries.length > mostParts || claimed > mostBytes) throw new CannotWork('dangerous');
    // What the directory claims is what a reader finds: sizes, sums, no overlap, no two of one name.
    await inspectZip(buffer);
    return await unpack(buffer);
  } catch (error) {
    throw error instanceof CannotWork ? error : new CannotWork('dangerous');
  }
}

async function listEntries(buffer: Buffer): Promise<yauzl.Entry[]> {
  const zip = await yauzl.fromBufferPromise(buffer, { autoClose: false, strictFileNames: true });
  try {
    const entries: yauzl.Entry[] = [];
    for await (const entry of zip.eachEntry()) entries.push(entry);
    return entries;
  } finally {
    zip.close();
  }
}

async function unpack(buffer: Buffer): Promise<Record<string, string>> {
  const zip = await yauzl.fromBufferPromise(buffer, { autoClose: false, strictFileNames: true });
  const parts = new Map<string, string>();
  try {
    for await (const entry of zip.eachEntry()) {
      const chunks: Buffer[] = [];
      const stream = (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>;
      for await (const chunk of stream) chunks.push(chunk);
      const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
      parts.set(entry.fileName, text);
    }
    return Object.fromEntries(parts);
  } finally {
    zip.close();
  }
}
