import { numberDuplicates } from './file-name.ts';

/** Length in bytes; longer names cannot be unpacked on every system. */
const maxNameBytes = 200;
/** Matches characters that Windows allows in no name, and those that could leave the folder. */
const forbidden = /[<>:"/\\|?*\p{Cc}]/gu;
/** Names that Windows reserves for devices, with any extension. */
const device = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** Returns the names of files in a package: valid on every system, and unique. */
export function namesInPackage(names: readonly string[]): string[] {
  return numberDuplicates(names.map(toValidName));
}

function toValidName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replaceAll(forbidden, '_')
    .replace(/[. ]+$/, '')
    .trim();
  const validName = plain === '' || device.test(plain) ? `_${plain}` : plain;
  const dot = validName.lastIndexOf('.');
  const [stem, ending] =
    dot > 0 && validName.length - dot <= 10
      ? [validName.slice(0, dot), validName.slice(dot)]
      : [validName, ''];
  return shorten(stem, maxNameBytes - byteLength(ending)) + ending;
}

/** Shortens a name to at most this many bytes of UTF-8, without splitting a character. */
function shorten(text: string, bytes: number): string {
  let result = '';
  let usedBytes = 0;
  for (const letter of text) {
    usedBytes += byteLength(letter);
    if (usedBytes > bytes) return result;
    result += letter;
  }
  return result;
}

function byteLength(text: string): number {
  let bytes = 0;
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
