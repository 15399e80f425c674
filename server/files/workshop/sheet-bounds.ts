import * as yauzl from 'yauzl';
import { readCompoundFile } from '#domain/uploads/compound-file.ts';
import { previewLimits as limits } from '#domain/uploads/preview-limits.ts';
import { CannotWork } from './work.ts';

/** Refuses workbooks whose reader would build more than is ever shown, before anything of them is built. */

/** Refuses an xlsx whose parts are larger than a preview reads, by what its directory says of them. */
export async function refuseLargeXlsx(bytes: Buffer): Promise<void> {
  const zip = await yauzl.fromBufferPromise(bytes, { autoClose: false });
  let unpacked = 0;
  try {
    for await (const { fileName, uncompressedSize } of zip.eachEntry())
      if (fileName.toLowerCase().endsWith('.xml')) unpacked += uncompressedSize;
  } finally {
    zip.close();
  }
  if (unpacked > limits.unpackedBytes) throw new CannotWork('tooManyCells');
}

const boundSheet = 0x85;
const endOfSheet = 0x0a;
/** Records that hold one cell; the several cells of one record are named by its last column. */
const cells = new Set([0x06, 0x0203, 0x0204, 0x0205, 0x027e, 0xfd]);
const numbersOfRow = 0xbd;

interface Record {
  id: number;
  at: number;
  data: DataView;
}

/** Refuses an xls whose sheets span too many cells; a row counts up to its last one, and a sheet as often as it is named. */
export function refuseManyXlsCells(bytes: Uint8Array): void {
  const file = readCompoundFile(bytes);
  const stream = file?.streams.find(({ name }) => /^(workbook|book)$/i.test(name));
  const book = stream && file?.read(stream);
  if (!book) return;
  let spanned = 0;
  const begins: number[] = [];
  const spans = new Map<number, number>();
  for (const { id, data } of records(book, 0))
    if (id === boundSheet && data.byteLength >= 4) begins.push(data.getUint32(0, true));
  for (const begin of begins) {
    const span = spans.get(begin) ?? spanOf(book, begin);
    spans.set(begin, span);
    spanned += span;
    if (spanned > limits.cellsRead) throw new CannotWork('tooManyCells');
  }
}

function spanOf(book: Uint8Array, begin: number): number {
  const widths = new Map<number, number>();
  let height = 0;
  for (const { id, at, data } of records(book, begin)) {
    if (at > begin && id === endOfSheet) break;
    const isSeveral = id === numbersOfRow && data.byteLength >= 6;
    if (!isSeveral && !(cells.has(id) && data.byteLength >= 4)) continue;
    const row = data.getUint16(0, true);
    const column = data.getUint16(isSeveral ? data.byteLength - 2 : 2, true);
    widths.set(row, Math.max(widths.get(row) ?? 0, column + 1));
    height = Math.max(height, row + 1);
  }
  return [...widths.values()].reduce((sum, width) => sum + width, height);
}

function* records(book: Uint8Array, begin: number): Generator<Record> {
  const view = new DataView(book.buffer, book.byteOffset, book.byteLength);
  for (let at = begin; at + 4 <= view.byteLength; ) {
    const length = view.getUint16(at + 2, true);
    if (at + 4 + length > view.byteLength) return;
    yield {
      id: view.getUint16(at, true),
      at,
      data: new DataView(book.buffer, book.byteOffset + at + 4, length),
    };
    at += 4 + length;
  }
}
