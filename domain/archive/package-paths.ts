import { numberDoubles } from '../uploads/file-name.ts';
import { ArchiveFileKind } from './archive-record.ts';

/** What stands in every package beside the files of the order. */
export const packageParts = {
  page: '打开查看.html',
  metadata: '元数据.xml',
  record: '办件.json',
  /** As `sha256sum -c` reads it. */
  sums: '校验值.sha256',
} as const;

/** In bytes; longer names cannot be unpacked on every system. */
const longestName = 200;
/** What Windows takes in no name, and what would leave the folder. */
const unfit = /[<>:"/\\|?*\p{Cc}]/gu;
/** Names that Windows keeps for devices, whatever their ending. */
const device = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** A place in the package for each file, in its folder, under a name that every system can unpack, no two alike. */
export function pathsInPackage(files: readonly { name: string; kind: ArchiveFileKind }[]): string[] {
  const paths = new Array<string>(files.length);
  for (const kind of Object.values(ArchiveFileKind)) {
    const mine = [...files.keys()].filter((at) => files[at]?.kind === kind);
    const names = numberDoubles(mine.map((at) => fitName(files[at]?.name ?? '')));
    for (const [place, at] of mine.entries()) paths[at] = `${kind}/${names[place]}`;
  }
  return paths;
}

function fitName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replaceAll(unfit, '_')
    .replace(/[. ]+$/, '')
    .trim();
  const fit = plain === '' || device.test(plain) ? `_${plain}` : plain;
  const dot = fit.lastIndexOf('.');
  const [stem, ending] = dot > 0 && fit.length - dot <= 10 ? [fit.slice(0, dot), fit.slice(dot)] : [fit, ''];
  return shorten(stem, longestName - byteLength(ending)) + ending;
}

/** Whole letters, so many bytes of UTF-8 at most. */
function shorten(text: string, bytes: number): string {
  let short = '';
  let used = 0;
  for (const letter of text) {
    used += byteLength(letter);
    if (used > bytes) return short;
    short += letter;
  }
  return short;
}

function byteLength(text: string): number {
  let bytes = 0;
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/** The sums of a package, a line for each file: what `sha256sum -c` checks it by. */
export function sumsText(files: readonly { path: string; sha256: string }[]): string {
  return files.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join('');
}
