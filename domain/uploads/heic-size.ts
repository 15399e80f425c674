interface Box {
  type: string;
  start: number;
  end: number;
}

/** Bytes of version and flags, which stand before the boxes inside `meta`. */
const fullBoxBytes = 4;
const maxBoxes = 10_000;

/**
 * Returns the size of the largest picture in a HEIC file as its header names it (`meta/iprp/ipco/ispe`), before anything is
 * decoded: a photo that is kept in tiles names the whole of it too. Undefined when it names none.
 */
export function heicSize(view: DataView): { width: number; height: number } | undefined {
  const meta = boxesIn(view, 0, view.byteLength).find(({ type }) => type === 'meta');
  const inside = meta && boxesIn(view, meta.start + fullBoxBytes, meta.end);
  const properties = inside?.find(({ type }) => type === 'iprp');
  const container = properties && boxesIn(view, properties.start, properties.end)[0];
  if (container?.type !== 'ipco') return undefined;
  return boxesIn(view, container.start, container.end)
    .filter(({ type, start, end }) => type === 'ispe' && end - start >= 12)
    .map(({ start }) => ({ width: view.getUint32(start + 4), height: view.getUint32(start + 8) }))
    .sort((one, other) => other.width * other.height - one.width * one.height)[0];
}

/**
 * Lists the boxes that follow each other in a stretch of the file (ISO/IEC 14496-12); a box that does not fit in ends
 * the list.
 */
function boxesIn(view: DataView, from: number, to: number): Box[] {
  const boxes: Box[] = [];
  for (let at = from; at + 8 <= to && boxes.length < maxBoxes; ) {
    const short = view.getUint32(at);
    const isLong = short === 1 && at + 16 <= to;
    const size = short === 0 ? to - at : isLong ? Number(view.getBigUint64(at + 8)) : short;
    if (size < 8 || at + size > to) break;
    const type = String.fromCharCode(...[4, 5, 6, 7].map((offset) => view.getUint8(at + offset)));
    boxes.push({ type, start: at + (isLong ? 16 : 8), end: at + size });
    at += size;
  }
  return boxes;
}
