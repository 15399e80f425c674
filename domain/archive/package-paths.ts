import { namesInPackage } from '../uploads/packed-names.ts';
import { ArchiveFileKind } from './archive-record.ts';

/** Names of the files in every package that are not files of the order. */
export const packageParts = {
  page: '打开查看.html',
  metadata: '元数据.xml',
  record: '办件.json',
  /** Checksums in the format of `sha256sum -c`. */
  checksums: '校验值.sha256',
} as const;

/**
 * Returns a path in the package for each file: unique, in the folder of its kind, with a name that every
 * operating system can unpack.
 */
export function pathsInPackage(files: readonly { name: string; kind: ArchiveFileKind }[]): string[] {
  const paths = new Array<string>(files.length);
  for (const kind of Object.values(ArchiveFileKind)) {
    const indexes = [...files.keys()].filter((index) => files[index]?.kind === kind);
    const names = namesInPackage(indexes.map((index) => files[index]?.name ?? ''));
    for (const [position, index] of indexes.entries()) paths[index] = `${kind}/${names[position]}`;
  }
  return paths;
}

/** Returns the checksums of a package, one line for each file, in the format of `sha256sum -c`. */
export function checksumsText(files: readonly { path: string; sha256: string }[]): string {
  return files.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join('');
}
