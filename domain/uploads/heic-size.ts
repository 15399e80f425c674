interface Box {
  type: string;
  start: number;
  end: number;
}

/** Bytes of version and flags, which precede the boxes inside `meta`. */
const fullBoxBytes = 4;
const maxBoxes = 10_000;

/**
 * Returns the size of the largest picture in a HEIC file from its header (`meta/iprp/ipco/ispe`), without
 * decoding: a photo stored in tiles also has its total size there. Undefined if the header has no size.
 */
export function heicSize(view: DataView): { width: number; height: number } | undefined {
  const meta = listBoxes(view, 0, view.byteLength).find(({ type }) => type === 'meta');
  const metaBoxes = meta && listBoxes(view, meta.start + fullBoxBytes, meta.end);
  const properties = metaBoxes?.find(({ type }) => type === 'iprp');
  const container = properties && listBoxes(view, properties.start, properties.end)[0];
  if (container?.type !== 'ipco') return undefined;
  return listBoxes(view, container.start, container.end)
    .filter(({ type, start, end }) => type === 'ispe' && end - start >= 12)
    .map(({ start }) => ({ width: view.getUint32(start + 4), height: view.getUint32(start + 8) }))
    .sort((one, other) => other.width * other.height - one.width * one.height)[0];
}

/**
 * Lists consecutive boxes in a part of the file (ISO/IEC 14496-12); a box that does not fit ends the list.
 */
function listBoxes(view: DataView, from: number, to: number): Box[] {
  const boxes: Box[] = [];
  for (let boxStart = from; boxStart + 8 <= to && boxes.length < maxBoxes; ) {
    const shortSize = view.getUint32(boxStart);
    const isLong = shortSize === 1 && boxStart + 16 <= to;
    const size =
      shortSize === 0 ? to - boxStart : isLong ? Number(view.getBigUint64(boxStart + 8)) : shortSize;
    if (size < 8 || boxStart + size > to) break;
    const type = String.fromCharCode(...[4, 5, 6, 7].map((offset) => view.getUint8(boxStart + offset)));
    boxes.push({ type, start: boxStart + (isLong ? 16 : 8), end: boxStart + size });
    boxStart += size;
  }
  return boxes;
}
