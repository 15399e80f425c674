/** Encodings of plain text that office programs here write. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030';

export const textEncodingLabel: Record<TextEncoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  gb18030: 'GB18030',
};

/**
 * Detects the encoding of the beginning of a text: by its byte-order mark, by valid UTF-8, by the zero bytes
 * of UTF-16, and else GB18030, which Windows in China uses. Undefined if it contains bytes that no text has.
 * `isWhole`: the text is not truncated.
 */
export function encodingOfText(bytes: Uint8Array, isWhole: boolean): TextEncoding | undefined {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return tryEncoding('utf-16le', bytes, isWhole);
  if (first === 0xfe && second === 0xff) return tryEncoding('utf-16be', bytes, isWhole);
  if (first === 0xef && second === 0xbb && third === 0xbf) return tryEncoding('utf-8', bytes, isWhole);
  const zeros = detectUtf16(bytes);
  if (zeros !== undefined) return tryEncoding(zeros, bytes, isWhole);
  return tryEncoding('utf-8', bytes, isWhole) ?? tryEncoding('gb18030', bytes, isWhole);
}

/** Detects UTF-16 without a mark by ASCII letters, of whose two bytes always the same one is zero. */
function detectUtf16(bytes: Uint8Array): TextEncoding | undefined {
  const counts = [0, 0];
  for (let index = 0; index < bytes.length; index += 1)
    if (bytes[index] === 0) counts[index % 2] = (counts[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = counts;
  if (odd > 0 && even === 0) return 'utf-16le';
  return even > 0 && odd === 0 ? 'utf-16be' : undefined;
}

/**
 * Returns the text of the bytes, without the byte-order mark; a character truncated at the end is left out.
 */
export function decodeText(bytes: Uint8Array, encoding: TextEncoding): string {
  return new TextDecoder(encoding).decode(bytes, { stream: true });
}

function tryEncoding(encoding: TextEncoding, bytes: Uint8Array, isWhole: boolean): TextEncoding | undefined {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: !isWhole });
    // Tabs, line ends, form feeds; the end of a file of DOS. All other control characters do not occur in texts.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for them
    return /[\0-\x08\x0b\x0e-\x19\x1b-\x1f\x7f]/.test(text) ? undefined : encoding;
  } catch {
    return undefined;
  }
}
