import { crc32 } from 'node:zlib';
import * as yauzl from 'yauzl';
import { readCompoundFile } from '#domain/uploads/compound-file.ts';
import { dangerOfCompound, kindOfCompound } from '#domain/uploads/compound-policy.ts';
import { containsEicar } from '#domain/uploads/danger.ts';
import { headBytes, kindOfZip, sniffFileKind } from '#domain/uploads/file-kind.ts';
import {
  areEntriesConsecutive,
  dangerOfPart,
  dangerOfPartName,
  dangerOfSvg,
  hasCheckedText,
  officePackageLimits,
} from '#domain/uploads/package-policy.ts';
import { inflate } from './inflate.ts';
import { type Inspection, UnsafeContentError } from './inspection.ts';

/**
 * Inspects a zip by its central directory, within limits; then every entry is unpacked and checked by size
 * and checksum, so that the directory is verified. Damage of any kind is `broken`.
 */
export async function inspectZip(source: string | Buffer, depth = 0): Promise<Inspection> {
  const options = { autoClose: false, strictFileNames: true };
  const zip = await (typeof source === 'string'
    ? yauzl.openPromise(source, options)
    : yauzl.fromBufferPromise(source, options));
  try {
    const entries = await readDirectory(zip);
    const names = entries.map(({ fileName }) => fileName);
    for (const entry of entries) await inspectEntry(zip, entry, { depth, names });
    return { kind: kindOfZip(names), danger: undefined };
  } finally {
    zip.close();
  }
}

async function readDirectory(zip: yauzl.ZipFile): Promise<yauzl.Entry[]> {
  if (zip.entryCount > officePackageLimits.entries) throw new UnsafeContentError('bomb');
  const entries: yauzl.Entry[] = [];
  const names = new Set<string>();
  let [unpacked, nameBytes] = [0, 0];
  for await (const entry of zip.eachEntry()) {
    unpacked += entry.uncompressedSize;
    nameBytes += entry.fileNameRaw.length;
    if (unpacked > officePackageLimits.unpackedBytes || nameBytes > officePackageLimits.nameBytes) {
      throw new UnsafeContentError('bomb');
    }
    if (entry.isEncrypted()) throw new UnsafeContentError('encrypted');
    const danger = dangerOfPartName(entry.fileName);
    if (danger) throw new UnsafeContentError(danger);
    const lower = entry.fileName.toLowerCase();
    // Programs differ in which of two parts with the same name they read.
    if (names.has(lower)) throw new UnsafeContentError('broken');
    names.add(lower);
    entries.push(entry);
  }
  const places = [];
  for (const entry of entries) {
    const local = await zip.readLocalFileHeaderPromise(entry);
    if (!local.fileName.equals(entry.fileNameRaw)) throw new UnsafeContentError('broken');
    const offset = entry.relativeOffsetOfLocalHeader;
    places.push({
      name: entry.fileName,
      offset,
      bytes: local.fileDataStart - offset + entry.compressedSize,
    });
  }
  if (!areEntriesConsecutive(places)) throw new UnsafeContentError('bomb');
  return entries;
}

/** The package that contains an entry. */
interface Package {
  depth: number;
  names: readonly string[];
}

async function inspectEntry(zip: yauzl.ZipFile, entry: yauzl.Entry, container: Package): Promise<void> {
  if (entry.fileName.endsWith('/')) return;
  const chunks: Buffer[] = [];
  let [sum, size, keepsContent] = [0, 0, true];
  for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
    sum = crc32(chunk, sum);
    size += chunk.length;
    if (keepsContent) chunks.push(chunk);
    if (size < headBytes || !keepsContent) continue;
    keepsContent = hasCheckedText(entry.fileName) || isInspected(Buffer.concat(chunks));
    if (!keepsContent) chunks.splice(0, chunks.length, Buffer.concat(chunks).subarray(0, headBytes));
    else if (size > officePackageLimits.partBytes) throw new UnsafeContentError('bomb');
  }
  if (sum !== entry.crc32 || size !== entry.uncompressedSize) throw new UnsafeContentError('broken');
  const danger = await dangerOfEntry(entry.fileName, Buffer.concat(chunks), container);
  if (danger) throw new UnsafeContentError(danger);
}

const inspectedKinds = new Set(['cfb', 'zip', 'svg', 'executable', 'pdf']);

function isInspected(head: Buffer): boolean {
  return inspectedKinds.has(sniffFileKind(head));
}

async function dangerOfEntry(
  name: string,
  bytes: Buffer,
  { depth, names }: Package,
): Promise<Inspection['danger']> {
  const found = hasCheckedText(name) ? dangerOfPart(name, textOf(bytes), names) : undefined;
  if (found) return found;
  if (containsEicar(bytes.subarray(0, headBytes).toString('latin1'))) return 'virus';
  const kind = sniffFileKind(bytes);
  if (kind === 'svg') return dangerOfSvg(textOf(bytes));
  if (kind === 'cfb') return inspectCompound(bytes).danger;
  // Programs and PDF do not belong inside an office file.
  if (kind === 'executable' || kind === 'pdf') return 'embedded';
  if (kind !== 'zip') return undefined;
  if (depth >= officePackageLimits.depth) return 'bomb';
  const inner = await inspectZip(bytes, depth + 1);
  return inner.danger ?? (inner.kind === 'zip' ? 'embedded' : undefined);
}

/** Returns XML as text; UTF-16 is recognised by its mark or its zero bytes. */
export function textOf(bytes: Buffer): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[1] === 0 && bytes[0] !== 0)) {
    return new TextDecoder('utf-16le').decode(bytes);
  }
  return bytes[0] === 0 ? new TextDecoder('utf-16be').decode(bytes) : bytes.toString('utf8');
}

/** Inspects an old office file, or an object inside a new one. */
export function inspectCompound(bytes: Uint8Array): Inspection {
  const file = readCompoundFile(bytes);
  if (!file) return { kind: 'cfb', danger: 'broken' };
  return { kind: kindOfCompound(file), danger: dangerOfCompound(file, inflate) };
}
