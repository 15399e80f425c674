import { readCompoundFile } from '#domain/uploads/compound-file.ts';

/** Reads the number of frozen rows of each sheet, which the workbook library does not return. */

interface OpenedPackage {
  SheetNames: readonly string[];
  files?: Record<string, { content?: Uint8Array }>;
  Workbook?: { Sheets?: readonly { id?: string; name?: string }[] };
}

/** Maximum number of bytes before the rows of a sheet. */
const headBytes = 20_000;

/** Returns the frozen rows from the parts of an xlsx, in the order of its sheets. */
export function frozenRowsOfParts({ files = {}, Workbook }: OpenedPackage): number[] {
  const textOf = (path: string, max?: number) =>
    Buffer.from(files[path]?.content ?? '').toString('utf8', 0, max);
  const targets = new Map(
    [...textOf('xl/_rels/workbook.xml.rels').matchAll(/<(?:\w+:)?Relationship\b[^>]*>/g)].map(([one]) => [
      attributeOf(one, 'Id'),
      attributeOf(one, 'Target').replace(/^\/?(?:xl\/)?/, ''),
    ]),
  );
  return (Workbook?.Sheets ?? []).map(({ id = '' }) => {
    const head = textOf(`xl/${targets.get(id)}`, headBytes);
    const pane = /<(?:\w+:)?pane\b[^>]*>/.exec(head.split(/<(?:\w+:)?sheetData\b/)[0] ?? '')?.[0] ?? '';
    return attributeOf(pane, 'state').startsWith('frozen')
      ? Math.floor(Number(attributeOf(pane, 'ySplit'))) || 0
      : 0;
  });
}

const attributeOf = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '';

const [boundSheet, endOfSheet, window, pane] = [0x85, 0x0a, 0x23e, 0x41] as const;
const frozenFlag = 0x08;

/** Returns the frozen rows from the records of an xls (MS-XLS), in the order of its sheets. */
export function frozenRowsOfRecords(bytes: Uint8Array): number[] {
  const file = readCompoundFile(bytes);
  const stream = file?.streams.find(({ name }) => /^(workbook|book)$/i.test(name));
  const book = stream && file?.read(stream);
  if (!book) return [];
  const offsets: number[] = [];
  for (const { id, data } of records(book, 0)) {
    if (id === endOfSheet) break;
    if (id === boundSheet && data.byteLength >= 4) offsets.push(data.getUint32(0, true));
  }
  const frozenByOffset = new Map<number, number>();
  for (const offset of offsets)
    if (!frozenByOffset.has(offset)) frozenByOffset.set(offset, readFrozenRows(book, offset));
  return offsets.map((offset) => frozenByOffset.get(offset) ?? 0);
}

function readFrozenRows(book: Uint8Array, offset: number): number {
  let isFrozen = false;
  for (const { id, position, data } of records(book, offset)) {
    if (position > offset && id === endOfSheet) break;
    if (id === window && data.byteLength >= 2) isFrozen = (data.getUint8(0) & frozenFlag) > 0;
    if (id === pane && data.byteLength >= 4) return isFrozen ? data.getUint16(2, true) : 0;
  }
  return 0;
}

function* records(book: Uint8Array, offset: number) {
  const view = new DataView(book.buffer, book.byteOffset, book.byteLength);
  for (let position = offset; position + 4 <= view.byteLength; ) {
    const length = view.getUint16(position + 2, true);
    if (position + 4 + length > view.byteLength) return;
    yield {
      id: view.getUint16(position, true),
      position,
      data: new DataView(book.buffer, book.byteOffset + position + 4, length),
    };
    position += 4 + length;
  }
}
