import { namesInPackage } from '../uploads/packed-names.ts';
import { ArchiveFileKind } from './archive-record.ts';

/** Files of every package beside the files of the order. */
export const packageParts = {
  page: '打开查看.html',
  metadata: '元数据.xml',
  record: '办件.json',
  /** As `sha256sum -c` reads it. */
  sums: '校验值.sha256',
} as const;

/**
 * Returns a place in the package for each file, in its folder, under a name that every system can unpack, no
 * two alike.
 */
export function pathsInPackage(files: readonly { name: string; kind: ArchiveFileKind }[]): string[] {
  const paths = new Array<string>(files.length);
  for (const kind of Object.values(ArchiveFileKind)) {
    const mine = [...files.keys()].filter((at) => files[at]?.kind === kind);
    const names = namesInPackage(mine.map((at) => files[at]?.name ?? ''));
    for (const [place, at] of mine.entries()) paths[at] = `${kind}/${names[place]}`;
  }
  return paths;
}

/** Returns the sums of a package, a line for each file, as `sha256sum -c` reads them. */
export function sumsText(files: readonly { path: string; sha256: string }[]): string {
  return files.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join('');
}
