import { open, readFile } from 'node:fs/promises';
import { containsEicar, type UnsafeContentKind } from '#domain/uploads/danger.ts';
import { headBytes, sniffFileKind } from '#domain/uploads/file-kind.ts';
import { dangerOfSvg } from '#domain/uploads/package-policy.ts';
import { hasPictureSize, isPictureTooLarge, pictureSize } from '#domain/uploads/picture-size.ts';
import { unsafeContentOfSheetText } from '#domain/uploads/text-policy.ts';
import { decodeText, encodingOfText } from '#server/adapters/files/text-encoding.ts';
import { dangerInLargePdf, dangerInPdf, maxWholePdfBytes } from './inspect-pdf.ts';
import { inspectCompound, inspectZip, textOf } from './inspect-zip.ts';
import { type Inspection, UnsafeContentError } from './inspection.ts';
import { openWithoutPassword } from './open-pdf.ts';

/**
 * Inspects a stored upload. Called only in the inspector's child process, which has a deadline and a memory
 * limit, so it need not be fast.
 */
export async function inspectFile(path: string): Promise<Inspection> {
  const { head, tail, size } = await readEnds(path);
  const kind = sniffFileKind(head);
  try {
    if (kind === 'zip') return await inspectZip(path);
    if (kind === 'pdf' && size > maxWholePdfBytes) {
      if (containsEicar(head.toString('latin1'))) return { kind, danger: 'virus' };
      // If a zip directory ends the file, it is at the end too.
      return { kind, danger: endsAsZip(tail) ? 'broken' : await dangerInLargePdf(path) };
    }
    const bytes = await readFile(path);
    if (kind === 'cfb') return inspectCompound(bytes);
    if (kind === 'pdf') return { kind, danger: await dangerOfSmallPdf(bytes) };
    if (kind === 'unknown' || kind === 'bmp' || kind === 'executable') return inspectUnsigned(kind, bytes);
    return { kind, danger: dangerOfPlain(kind, bytes) };
  } catch (error) {
    if (error instanceof UnsafeContentError) return { kind, danger: error.danger };
    // Every failure of a parser is an error of the file; a disk failure is not.
    if (error instanceof Error && 'syscall' in error) throw error;
    return { kind, danger: 'broken' };
  }
}

/** Enough bytes of the end for the directory of ten thousand names. */
const tailBytes = 4 * 1_048_576;

async function readEnds(path: string): Promise<{ head: Buffer; tail: Buffer; size: number }> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    const read = async (length: number, at: number) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at);
      return buffer.subarray(0, bytesRead);
    };
    const isLarge = size > maxWholePdfBytes;
    return {
      head: await read(headBytes, 0),
      tail: isLarge ? await read(tailBytes, size - tailBytes) : Buffer.alloc(0),
      size,
    };
  } finally {
    await handle.close();
  }
}

const maxTextBytes = 32 * 1_048_576;

/**
 * Inspects a file without a known signature: a text, which may begin like a picture or a program but contains
 * only text characters.
 */
function inspectUnsigned(kind: Inspection['kind'], bytes: Buffer): Inspection {
  const danger = dangerOfPlain(kind, bytes);
  if (danger || bytes.length > maxTextBytes) return { kind, danger };
  const encoding = encodingOfText(bytes, true);
  if (encoding === undefined) return { kind, danger };
  return { kind: 'text', danger: unsafeContentOfSheetText(decodeText(bytes, encoding)) };
}

function dangerOfPlain(kind: Inspection['kind'], bytes: Buffer): UnsafeContentKind | undefined {
  if (containsEicar(bytes.subarray(0, headBytes).toString('latin1'))) return 'virus';
  if (endsAsZip(bytes)) return 'broken';
  if (kind === 'svg') return dangerOfSvg(textOf(bytes));
  if (!hasPictureSize(kind)) return undefined;
  const size = pictureSize(kind, bytes);
  if (!size) return 'broken';
  return isPictureTooLarge(size, kind) ? 'picture' : undefined;
}

/** Inspects an encrypted PDF both as stored and decrypted, if it opens without a password. */
async function dangerOfSmallPdf(bytes: Buffer): Promise<UnsafeContentKind | undefined> {
  const danger = dangerOfPlain('pdf', bytes) ?? dangerInPdf(bytes);
  if (danger !== 'encrypted') return danger;
  const plain = await openWithoutPassword(bytes);
  return plain === undefined ? danger : dangerInPdf(plain);
}

const endRecordBytes = 22;

/**
 * Checks whether another program would read the same bytes as a zip (which ends in its directory): two
 * formats in one file.
 */
function endsAsZip(bytes: Buffer): boolean {
  const tail = bytes.subarray(Math.max(0, bytes.length - endRecordBytes - 65_535));
  for (let at = tail.lastIndexOf('PK\u0005\u0006', undefined, 'latin1'); at >= 0; ) {
    if (
      at + endRecordBytes <= tail.length &&
      tail.readUInt16LE(at + 20) <= tail.length - at - endRecordBytes
    ) {
      return bytes.includes('PK\u0001\u0002', 0, 'latin1');
    }
    at = at === 0 ? -1 : tail.lastIndexOf('PK\u0005\u0006', at - 1, 'latin1');
  }
  return false;
}
