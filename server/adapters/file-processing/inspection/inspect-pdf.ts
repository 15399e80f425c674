import { open } from 'node:fs/promises';
import type { UnsafeContentKind } from '#domain/uploads/danger.ts';
import { streamDictionaries } from '#domain/uploads/pdf-dictionary.ts';
import { compressionOf, dangerOfPdf, isObjectStream, looksLikeObjects } from '#domain/uploads/pdf-policy.ts';
import { inflate } from './inflate.ts';

const headBytes = 2048;
const maxStreamBytes = 16 * 1_048_576;
const maxUnpackedBytes = 64 * 1_048_576;

/** Size of the part of a large PDF that is read at a time. */
const windowBytes = 32 * 1_048_576;
/** Maximum length of a stream's dictionary, however many objects it packs. */
const maxDictionaryBytes = 1_048_576;

/** Part of a PDF, and the range in it in which the searched objects begin. */
interface PdfWindow {
  bytes: Buffer;
  /** Positions in `bytes`, the second exclusive. */
  start: number;
  end: number;
}

/** Maximum size of a PDF that is read as one window. */
export const maxWholePdfBytes = windowBytes + maxStreamBytes + maxDictionaryBytes;

/**
 * Searches a large PDF window by window, so that memory does not grow with it. Each window is read with the
 * length of a dictionary before it and of a stream after it, so that everything that begins in a window is
 * complete.
 */
export async function dangerInLargePdf(path: string): Promise<UnsafeContentKind | undefined> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    let unpackedBytes = 0;
    for (let at = 0; at < size; at += windowBytes) {
      const from = Math.max(0, at - maxDictionaryBytes);
      const length = Math.min(size, at + maxWholePdfBytes) - from;
      const { buffer } = await handle.read(Buffer.allocUnsafeSlow(length), 0, length, from);
      const window = { bytes: buffer, start: at - from, end: at - from + windowBytes };
      const result = dangerInWindow(window, maxUnpackedBytes - unpackedBytes);
      if (result.danger) return result.danger;
      unpackedBytes += result.unpackedBytes;
    }
    return undefined;
  } finally {
    await handle.close();
  }
}

/**
 * Searches a PDF for forbidden content: in its bytes, and in its packed objects. A stream counts as packed
 * objects by its unpacked beginning, whatever its dictionary says; one that contains objects by its
 * dictionary but is packed in an unsupported way is refused.
 */
export function dangerInPdf(bytes: Buffer): UnsafeContentKind | undefined {
  return dangerInWindow({ bytes, start: 0, end: bytes.length }, maxUnpackedBytes).danger;
}

function dangerInWindow(
  { bytes, start, end }: PdfWindow,
  remainingBytes: number,
): { danger: UnsafeContentKind | undefined; unpackedBytes: number } {
  let unpackedBytes = 0;
  const resultOf = (danger: UnsafeContentKind | undefined) => ({ danger, unpackedBytes });
  const text = bytes.toString('latin1');
  const danger = dangerOfPdf(text);
  if (danger) return resultOf(danger);
  const dictionaries = streamDictionaries(text);
  const isPart = start > 0 || end < bytes.length;
  // A longer dictionary may begin before the window of its stream, and would be read incompletely.
  const isLong = ({ length }: string) => length > maxDictionaryBytes / 2;
  if (isPart && [...dictionaries.values()].flat().some(isLong)) return resultOf('tooComplex');
  for (const { index, 0: keyword } of text.matchAll(/(?<!end)stream\r?\n?/g)) {
    if (index < start) continue;
    if (index >= end) break;
    const content = bytes.subarray(index + keyword.length);
    const packings = (dictionaries.get(index) ?? []).filter(isObjectStream).map(compressionOf);
    if (packings.includes('other')) return resultOf('tooComplex');
    const head = unpack(content.subarray(0, headBytes), headBytes * 1100);
    if (head && looksLikeObjects(head.subarray(0, headBytes).toString('latin1'))) {
      const unpacked = unpack(content, maxStreamBytes);
      if (!unpacked) return resultOf('tooComplex');
      unpackedBytes += unpacked.length;
      if (unpackedBytes > remainingBytes) return resultOf('bomb');
      const innerDanger = dangerOfPdf(unpacked.toString('latin1'));
      if (innerDanger) return resultOf(innerDanger);
    } else if (packings.includes('supported')) return resultOf('tooComplex');
  }
  return resultOf(undefined);
}

/** Unpacks up to three layers of Flate, also in hexadecimal or base 85; undefined for any other encoding. */
function unpack(content: Buffer, maxBytes: number): Buffer | undefined {
  let bytes: Buffer | undefined = content;
  for (let layer = 0; layer < 3 && bytes; layer += 1) {
    const current: Buffer = bytes;
    if (isZlib(current)) bytes = inflate(current, maxBytes);
    else bytes = fromHex(current) ?? fromBase85(current);
    if (bytes && !isZlib(bytes) && !isTextEncoded(bytes)) return bytes;
  }
  return undefined;
}

function isZlib(bytes: Uint8Array): boolean {
  const [first = 0, second = 0] = bytes;
  return (first & 0x0f) === 8 && first >> 4 <= 7 && (first * 256 + second) % 31 === 0;
}

const hexText = /^[0-9A-Fa-f\s]{16,}(?:>|$|endstream)/;
const base85Text = /^(?:<~)?[!-uz\s]{16,}~/;

function isTextEncoded(bytes: Buffer): boolean {
  const head = bytes.subarray(0, 256).toString('latin1');
  return /^[0-9A-Fa-f\s]{256}$/.test(head) && /[A-Fa-f]/.test(head);
}

function fromHex(content: Buffer): Buffer | undefined {
  const text = textUntilEnd(content);
  if (!hexText.test(text) && !/^[0-9A-Fa-f\s]{64,}$/.test(text)) return undefined;
  return Buffer.from(text.replace(/[^0-9A-Fa-f]/g, ''), 'hex');
}

function textUntilEnd(content: Buffer): string {
  const end = content.indexOf('>');
  return content.subarray(0, end < 0 ? content.length : end + 1).toString('latin1');
}

function fromBase85(content: Buffer): Buffer | undefined {
  const end = content.indexOf('~');
  const text = content.subarray(0, end < 0 ? content.length : end + 1).toString('latin1');
  if (!base85Text.test(text) && !/^[!-uz\s]{64,}$/.test(text)) return undefined;
  const out: number[] = [];
  let group: number[] = [];
  for (const character of text.replace(/^<~/, '').replace(/~$/, '')) {
    if (/\s/.test(character)) continue;
    if (character === 'z' && group.length === 0) out.push(0, 0, 0, 0);
    else group.push(character.charCodeAt(0) - 33);
    if (group.length === 5) group = flush(group, out);
  }
  if (group.length > 1) flush(group, out);
  return Buffer.from(out);
}

function flush(group: readonly number[], out: number[]): number[] {
  const missing = 5 - group.length;
  const digits = [...group, ...Array.from({ length: missing }, () => 84)];
  const value = digits.reduce((sum, digit) => sum * 85 + digit, 0);
  for (let byte = 0; byte < 4 - missing; byte += 1) out.push(Math.floor(value / 256 ** (3 - byte)) % 256);
  return [];
}
