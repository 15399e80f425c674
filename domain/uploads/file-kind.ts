import { zipEntryNames } from './zip-names.ts';

/**
 * What a file is by its first bytes, whatever its name says. `cfb` is the container of the old office formats, which
 * the bytes alone do not tell apart; `unknown` is everything that no upload needs.
 */
export type FileKind =
  | 'pdf'
  | 'png'
  | 'jpg'
  | 'gif'
  | 'bmp'
  | 'webp'
  | 'tiff'
  | 'ico'
  | 'icns'
  | 'svg'
  | 'postscript'
  | 'cfb'
  | 'docx'
  | 'xlsx'
  | 'pptx'
  | 'ofd'
  | 'zip'
  | 'html'
  | 'executable'
  | 'unknown';

/** Bytes in hexadecimal at an offset; `..` stands for any byte. */
const signatures: readonly { kind: FileKind; at: number; hex: string }[] = [
  { kind: 'pdf', at: 0, hex: '255044462d' },
  { kind: 'png', at: 0, hex: '89504e470d0a1a0a' },
  { kind: 'jpg', at: 0, hex: 'ffd8ff' },
  { kind: 'gif', at: 0, hex: '474946383761' },
  { kind: 'gif', at: 0, hex: '474946383961' },
  { kind: 'webp', at: 0, hex: '52494646........57454250' },
  { kind: 'tiff', at: 0, hex: '49492a00' },
  { kind: 'tiff', at: 0, hex: '4d4d002a' },
  { kind: 'ico', at: 0, hex: '00000100' },
  { kind: 'icns', at: 0, hex: '69636e73' },
  { kind: 'postscript', at: 0, hex: '25215053' },
  { kind: 'cfb', at: 0, hex: 'd0cf11e0a1b11ae1' },
  { kind: 'executable', at: 0, hex: '7f454c46' },
  { kind: 'executable', at: 0, hex: '4d5a' },
  { kind: 'bmp', at: 0, hex: '424d' },
];

/**
 * Finds the kind of a file. The head is enough for most; office files of today are told from other zips by the names
 * inside, which stand at the end, so give the whole file where it is at hand.
 */
export function sniffFileKind(bytes: Uint8Array): FileKind {
  const found = signatures.find(({ at, hex }) => matches(bytes, at, hex));
  if (found !== undefined) return found.kind;
  if (matches(bytes, 0, '504b0304') || matches(bytes, 0, '504b0506')) return zipKind(bytes);
  return markupKind(bytes);
}

function matches(bytes: Uint8Array, at: number, hex: string): boolean {
  if (bytes.length < at + hex.length / 2) return false;
  for (let index = 0; index < hex.length; index += 2) {
    const expected = hex.slice(index, index + 2);
    if (expected !== '..' && bytes[at + index / 2] !== Number.parseInt(expected, 16)) return false;
  }
  return true;
}

function zipKind(bytes: Uint8Array): FileKind {
  const names = zipEntryNames(bytes);
  if (names.includes('OFD.xml')) return 'ofd';
  if (!names.includes('[Content_Types].xml')) return 'zip';
  if (names.some((name) => name.startsWith('word/'))) return 'docx';
  if (names.some((name) => name.startsWith('xl/'))) return 'xlsx';
  if (names.some((name) => name.startsWith('ppt/'))) return 'pptx';
  return 'zip';
}

/** Tells SVG and HTML, which have no signature, by their first element; a byte-order mark, prolog and comments may precede. */
function markupKind(bytes: Uint8Array): FileKind {
  const text = asciiOf(bytes.subarray(0, 2048)).toLowerCase();
  const start = text.replace(/^(?:\s|\xef\xbb\xbf)+/, '');
  if (!start.startsWith('<')) return 'unknown';
  const element = /<(?![?!])([a-z][\w:-]*)/.exec(start)?.[1];
  if (element === 'svg' || element === 'svg:svg') return 'svg';
  return start.startsWith('<?xml') ? 'unknown' : 'html';
}

function asciiOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}
