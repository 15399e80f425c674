import type { FileKind } from './file-kind.ts';
import { heicSize } from './heic-size.ts';
import { tiffPages } from './tiff-pages.ts';

export interface PictureSize {
  width: number;
  height: number;
}

const maxSide = 30_000;
const maxPixels = 120_000_000;
/** Smaller limit for HEIC, which is in memory more than once while it is decoded. */
const maxHeicPixels = 64_000_000;

/** Checks whether displaying the picture would need too much memory. */
export function isPictureTooLarge({ width, height }: PictureSize, kind?: FileKind): boolean {
  const max = kind === 'heic' ? maxHeicPixels : maxPixels;
  return width > maxSide || height > maxSide || width * height > max;
}

const readers: Partial<Record<FileKind, (view: DataView) => PictureSize | undefined>> = {
  png: (view) =>
    view.byteLength >= 33 && view.getUint32(12) === 0x4948_4452
      ? { width: view.getUint32(16), height: view.getUint32(20) }
      : undefined,
  gif: (view) =>
    view.byteLength >= 13 ? { width: view.getUint16(6, true), height: view.getUint16(8, true) } : undefined,
  jpg: jpegSize,
  heic: heicSize,
  tiff: (view) =>
    tiffPages(view)?.reduce((largest, page) => (areaOf(page) > areaOf(largest) ? page : largest)),
};

const areaOf = ({ width, height }: PictureSize) => width * height;

/** Checks whether the size of this kind of picture can be read. */
export function hasPictureSize(kind: FileKind): boolean {
  return readers[kind] !== undefined;
}

/**
 * Returns width and height from the picture's header; undefined if it has none, and then the file is no
 * picture.
 */
export function pictureSize(kind: FileKind, bytes: Uint8Array): PictureSize | undefined {
  const size = readers[kind]?.(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  return size && size.width > 0 && size.height > 0 ? size : undefined;
}

/**
 * Returns the size from the first frame header of a JPEG; the segments before it are skipped by their
 * lengths.
 */
function jpegSize(view: DataView): PictureSize | undefined {
  for (let offset = 2; offset + 9 <= view.byteLength; ) {
    if (view.getUint8(offset) !== 0xff) return undefined;
    const marker = view.getUint8(offset + 1);
    if (marker === 0xff) {
      offset += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: view.getUint16(offset + 7), height: view.getUint16(offset + 5) };
    if (marker === 0xda || marker === 0xd9) return undefined;
    const hasNoLength = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
    offset += hasNoLength ? 2 : 2 + Math.max(view.getUint16(offset + 2), 2);
  }
  return undefined;
}
