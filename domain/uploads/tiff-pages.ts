/** Largest number of pages of one TIFF, above that of any office scan. */
export const maxTiffPages = 500;

const widthTag = 0x100;
const heightTag = 0x101;
const shortType = 3;

/**
 * Returns the size of each page of a TIFF, in order, from its directories alone. Undefined if a directory is
 * broken, has no size, or leads back to an earlier one, or if there are too many.
 */
export function tiffPages(view: DataView): { width: number; height: number }[] | undefined {
  if (view.byteLength < 8) return undefined;
  const littleEndian = view.getUint16(0) === 0x4949;
  const pages: { width: number; height: number }[] = [];
  const visitedOffsets = new Set<number>();
  for (let offset = view.getUint32(4, littleEndian); offset !== 0; ) {
    if (visitedOffsets.has(offset) || pages.length === maxTiffPages || offset + 2 > view.byteLength)
      return undefined;
    visitedOffsets.add(offset);
    const entries = view.getUint16(offset, littleEndian);
    const end = offset + 2 + entries * 12;
    if (end + 4 > view.byteLength) return undefined;
    const sizeOf = (tag: number) => readTag(view, { start: offset + 2, end, littleEndian }, tag);
    const [width, height] = [sizeOf(widthTag), sizeOf(heightTag)];
    if (!width || !height) return undefined;
    pages.push({ width, height });
    offset = view.getUint32(end, littleEndian);
  }
  return pages.length > 0 ? pages : undefined;
}

function readTag(
  view: DataView,
  { start, end, littleEndian }: { start: number; end: number; littleEndian: boolean },
  tag: number,
): number | undefined {
  for (let entryOffset = start; entryOffset < end; entryOffset += 12) {
    if (view.getUint16(entryOffset, littleEndian) !== tag) continue;
    const isShort = view.getUint16(entryOffset + 2, littleEndian) === shortType;
    return isShort
      ? view.getUint16(entryOffset + 8, littleEndian)
      : view.getUint32(entryOffset + 8, littleEndian);
  }
  return undefined;
}
