import { Readable } from 'node:stream';
import { minuteText } from '#domain/calendar/local-date.ts';
import { byteOrderMark, csvLine } from '#domain/lists/csv.ts';
import type { ExportFormat } from '#domain/lists/export-format.ts';
import { sheetText } from '#domain/lists/sheet-text.ts';
import type { SheetCell, SheetColumn } from './sheet-column.ts';
import { workbookParts } from './workbook-parts.ts';
import { zipBytes } from './zip-bytes.ts';

export interface Sheet {
  /** Name of the only sheet of a workbook. */
  name: string;
  columns: readonly Pick<SheetColumn<never>, 'title' | 'width' | 'kind'>[];
  /** Batches of rows, each with a cell for each column. */
  rows: AsyncIterable<readonly (readonly SheetCell[])[]>;
  /** Returns the last line, when all rows are written. */
  foot: (rows: number) => string;
}

export const contentTypeByFormat: Record<ExportFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};

/** Returns the bytes of a file while its rows arrive; only the current rows are in memory. */
export function sheetBytes(format: ExportFormat, sheet: Sheet): Readable {
  return format === 'csv' ? Readable.from(csvBytes(sheet), { objectMode: false }) : xlsxBytes(sheet);
}

/** Number of characters that are collected before they are sent on. */
const chunkCharacters = 64 * 1024;

async function* csvBytes({ columns, rows, foot }: Sheet): AsyncGenerator<string> {
  let count = 0;
  let text = byteOrderMark + csvLine(columns.map(({ title }) => title));
  for await (const batch of rows) {
    for (const row of batch) text += csvLine(row.map(textOf));
    count += batch.length;
    if (text.length >= chunkCharacters) {
      yield text;
      text = '';
    }
  }
  yield text + csvLine([sheetText(foot(count))]);
}

function textOf(cell: SheetCell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return sheetText(cell);
  return typeof cell === 'number' ? String(cell) : minuteText(cell);
}

/** Characters that a workbook does not accept in the name of a sheet. */
const notInNames = /[[\]:*?/\\']/g;

function xlsxBytes({ name, columns, rows, foot }: Sheet): Readable {
  async function* withFoot() {
    let count = 0;
    for await (const batch of rows) {
      yield batch.map((row) => row.map((cell) => (typeof cell === 'string' ? sheetText(cell) : cell)));
      count += batch.length;
    }
    yield [[sheetText(foot(count))]];
  }
  const sheetName = name.replaceAll(notInNames, '').slice(0, 31) || '导出';
  return Readable.from(zipBytes(workbookParts({ name: sheetName, columns, rows: withFoot() })), {
    objectMode: false,
  });
}
