/** The text of a definition file, decoded. */
export interface FileText {
  text: string;
  /** Note that the file declares another encoding than its actual one. */
  hint?: string;
}

/** Fewer characters may be valid UTF-8 by chance. */
const minCharactersOfUtf8 = 4;

/**
 * Decodes a file: by its byte order mark, else by the encoding that the head of an XML file declares, else as
 * UTF-8. A file that declares another encoding but is valid UTF-8 is read as UTF-8. Invalid bytes become
 * replacement characters, which the check of the file reports.
 */
export function readText(bytes: Uint8Array): FileText {
  const utf8 = decode(bytes, 'utf-8');
  const markedEncoding = encodingOfByteOrderMark(bytes);
  const declaredEncoding = findDeclaredEncoding(
    markedEncoding === undefined ? bytes : (decode(bytes, markedEncoding) ?? ''),
  );
  const utf8Result = { text: new TextDecoder().decode(bytes) };
  if (markedEncoding !== undefined && markedEncoding !== 'utf-8')
    return { text: decode(bytes, markedEncoding) ?? utf8Result.text };
  if (declaredEncoding === undefined || /^utf-?8$/i.test(declaredEncoding)) return utf8Result;
  const nonAsciiCount = [...(utf8 ?? '').matchAll(/[^\0-\x7f]/gu)].length;
  const isUtf8 =
    utf8 !== undefined &&
    (nonAsciiCount >= minCharactersOfUtf8 ||
      markedEncoding === 'utf-8' ||
      /^utf-?16/i.test(declaredEncoding));
  if (isUtf8)
    return { text: utf8, hint: `文件声明的编码是 ${declaredEncoding}，内容实际是 UTF-8，已按 UTF-8 读取` };
  return { text: decode(bytes, declaredEncoding) ?? utf8Result.text };
}

/** Returns the encoding of a byte order mark, or of UTF-16 without one, by its first bytes. */
function encodingOfByteOrderMark([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be';
  return undefined;
}

function findDeclaredEncoding(file: Uint8Array | string): string | undefined {
  const head = typeof file === 'string' ? file.slice(0, 200) : String.fromCharCode(...file.subarray(0, 200));
  return /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]{1,40})["']/i.exec(head)?.[1];
}

/** Returns the text; undefined if the bytes do not fit the encoding or the encoding is unknown. */
function decode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
