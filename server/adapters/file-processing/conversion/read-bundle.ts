import { createHash } from 'node:crypto';
import * as yauzl from 'yauzl';
import { readInnerJson } from '#domain/texts/json-shape.ts';
import { inspectZip } from '../inspection/inspect-zip.ts';
import { packTexts } from './packed-texts.ts';
import {
  type BundleList,
  ProcessingError,
  type ReadBundleJob,
  type UnpackedBundle,
} from './processing-job.ts';

export const manifestFile = 'manifest.json';
/** Maximum length of a manifest, some hundred lines. */
const maxManifestLength = 100_000;

/**
 * Reads a configuration bundle with the rows of each list; refuses one that declares more than allowed before
 * it is unpacked.
 */
export async function readBundle(job: ReadBundleJob): Promise<UnpackedBundle> {
  const { bytes, maxParts, maxBytes } = job;
  const buffer = Buffer.from(bytes);
  if (buffer.length < 22 || buffer.readUInt32BE(0) !== 0x504b0304) throw new ProcessingError('otherFormat');
  try {
    const entries = await listEntries(buffer);
    const declaredBytes = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
    if (entries.length > maxParts || declaredBytes > maxBytes) throw new ProcessingError('dangerous');
    // The directory must agree with the entries: sizes, checksums, no overlaps, unique names.
    await inspectZip(buffer);
    return await unpack(buffer, job);
  } catch (error) {
    throw error instanceof ProcessingError ? error : new ProcessingError('dangerous');
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

async function unpack(buffer: Buffer, { maxValues }: ReadBundleJob): Promise<UnpackedBundle> {
  const zip = await yauzl.fromBufferPromise(buffer, { autoClose: false, strictFileNames: true });
  const result: UnpackedBundle = { manifest: '', files: [] };
  try {
    for await (const entry of zip.eachEntry()) {
      const chunks: Buffer[] = [];
      const stream = (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>;
      for await (const chunk of stream) chunks.push(chunk);
      const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
      if (entry.fileName !== manifestFile) result.files.push(fileOf(entry.fileName, text, maxValues));
      else if (text.length <= maxManifestLength) result.manifest = text;
    }
    return result;
  } finally {
    zip.close();
  }
}

/**
 * Packs the rows of a list, which are read one by one later, so that a comparison never has all of them in
 * memory.
 */
function fileOf(name: string, text: string, maxValues: number): BundleList {
  const parsed = readInnerJson(text, { values: maxValues });
  const list = 'value' in parsed ? parsed.value : undefined;
  const problem = 'problem' in parsed && parsed.problem !== 'noJson' ? parsed.problem : undefined;
  return {
    name,
    sha256: createHash('sha256').update(text).digest('hex'),
    problem: problem ?? (Array.isArray(list) ? undefined : 'notAList'),
    rows: packTexts(Array.isArray(list) ? list.map((row) => JSON.stringify(row)) : []),
  };
}
