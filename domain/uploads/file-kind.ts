/**
 * Kind of a file by its first bytes, independent of its name. `zip` and `cfb` are the containers of the new
 * and the old office formats, which the first bytes alone do not distinguish; `unknown` is every other kind.
 */
export type FileKind =
  | 'pdf'
  | 'png'
  | 'jpg'
  | 'gif'
  | 'bmp'
  | 'webp'
  | 'tiff'
  | 'heic'
  | 'ico'
  | 'icns'
  | 'svg'
  | 'postscript'
  | 'cfb'
  | 'doc'
  | 'xls'
  | 'ppt'
  | 'docx'
  | 'xlsx'
  | 'pptx'
  | 'ofd'
  | 'zip'
  | 'html'
  | 'text'
  | 'executable'
  | 'unknown';

/** Bytes in hexadecimal at an offset; `..` matches any byte. */
const signatures: readonly { kind: FileKind; offset: number; hex: string }[] = [
  { kind: 'pdf', offset: 0, hex: '255044462d' },
  { kind: 'png', offset: 0, hex: '89504e470d0a1a0a' },
  { kind: 'jpg', offset: 0, hex: 'ffd8ff' },
  { kind: 'gif', offset: 0, hex: '474946383761' },
  { kind: 'gif', offset: 0, hex: '474946383961' },
  { kind: 'webp', offset: 0, hex: '52494646........57454250' },
  { kind: 'tiff', offset: 0, hex: '49492a00' },
  { kind: 'tiff', offset: 0, hex: '4d4d002a' },
  // `ftyp` and a brand of HEVC pictures.
  ...['68656963', '68656978', '6865696d', '68656973', '68657663', '68657678', '6d696631', '6d736631'].map(
    (brand) => ({ kind: 'heic' as const, offset: 4, hex: `66747970${brand}` }),
  ),
  { kind: 'ico', offset: 0, hex: '00000100' },
  { kind: 'icns', offset: 0, hex: '69636e73' },
  { kind: 'postscript', offset: 0, hex: '25215053' },
  { kind: 'zip', offset: 0, hex: '504b0304' },
  { kind: 'zip', offset: 0, hex: '504b0506' },
  { kind: 'cfb', offset: 0, hex: 'd0cf11e0a1b11ae1' },
  { kind: 'executable', offset: 0, hex: '7f454c46' },
  { kind: 'executable', offset: 0, hex: '4d5a' },
  { kind: 'bmp', offset: 0, hex: '424d' },
];

/** Number of bytes from which the kind is determined. */
export const headBytes = 2048;

/**
 * Returns the kind of a file by its first bytes. Current office files are `zip` here; `kindOfZip`
 * distinguishes them by the names of their entries.
 */
export function sniffFileKind(head: Uint8Array): FileKind {
  const match = signatures.find(({ offset, hex }) => matches(head, offset, hex));
  return match?.kind ?? markupKind(head);
}

/** Returns the kind of a zip by the names of its entries. */
export function kindOfZip(entryNames: readonly string[]): FileKind {
  if (entryNames.includes('OFD.xml')) return 'ofd';
  if (!entryNames.includes('[Content_Types].xml')) return 'zip';
  if (entryNames.some((name) => name.startsWith('word/'))) return 'docx';
  if (entryNames.some((name) => name.startsWith('xl/'))) return 'xlsx';
  if (entryNames.some((name) => name.startsWith('ppt/'))) return 'pptx';
  return 'zip';
}

function matches(bytes: Uint8Array, offset: number, hex: string): boolean {
  if (bytes.length < offset + hex.length / 2) return false;
  for (let index = 0; index < hex.length; index += 2) {
    const expected = hex.slice(index, index + 2);
    if (expected !== '..' && bytes[offset + index / 2] !== Number.parseInt(expected, 16)) return false;
  }
  return true;
}

/**
 * Recognises SVG and HTML, which have no signature, by their first element; a byte-order mark, prolog and
 * comments may precede.
 */
function markupKind(bytes: Uint8Array): FileKind {
  const text = asciiOf(bytes.subarray(0, headBytes)).toLowerCase();
  const start = text.replace(/^(?:\s|\xef\xbb\xbf)+/, '');
  if (!start.startsWith('<')) return 'unknown';
  const element = /<(?![?!])([a-z][\w:-]*)/.exec(start)?.[1];
  if (element === 'svg' || element === 'svg:svg') return 'svg';
  return start.startsWith('<?xml') ? 'unknown' : 'html';
}

function asciiOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}
