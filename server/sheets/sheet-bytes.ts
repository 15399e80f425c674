import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { writeXlsxStream } from 'hucre/xlsx';
import { minuteText } from '#domain/calendar/local-date.ts';
import { csvLine, csvMark } from '#domain/lists/csv.ts';
import type { ExportFormat } from '#domain/lists/export-format.ts';
import { sheetText } from '#domain/lists/sheet-text.ts';
import type { Cell, SheetColumn } from './exportable-list.ts';

export interface Sheet {
  /** Of the one sheet of a workbook. */
  name: string;
  columns: readonly Pick<SheetColumn<never>, 'title' | 'width' | 'kind'>[];
  /** Batches of rows, each with a cell for each column. */
  rows: AsyncIterable<readonly (readonly Cell[])[]>;
  /** The last line, known when all rows are written. */
  foot: (rows: number) => string;
}

export const sheetType: Record<ExportFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};

/** The bytes of a file as its rows come; nothing of it is held but the row that is written. */
export function sheetBytes(format: ExportFormat, sheet: Sheet): Readable {
  return format === 'csv' ? Readable.from(csvBytes(sheet), { objectMode: false }) : xlsxBytes(sheet);
}

/** Texts gather to so many characters before they are handed on. */
const gatheredCharacters = 64 * 1024;

async function* csvBytes({ columns, rows, foot }: Sheet): AsyncGenerator<string> {
  let count = 0;
  let text = csvMark + csvLine(columns.map(({ title }) => title));
  for await (const batch of rows) {
    for (const row of batch) text += csvLine(row.map(textOf));
    count += batch.length;
    if (text.length >= gatheredCharacters) {
      yield text;
      text = '';
    }
  }
  yield text + csvLine([sheetText(foot(count))]);
}

function textOf(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return sheetText(cell);
  return typeof cell === 'number' ? String(cell) : minuteText(cell);
}

/** A text stands inline and is one already. */
const formatOf = { text: {}, count: {}, instant: { numFmt: 'yyyy-mm-dd hh:mm' } } as const;
const pixelsPerCharacter = 7;
/** What a workbook does not take in the name of a sheet. */
const notInNames = /[[\]:*?/\\']/g;

function xlsxBytes({ name, columns, rows, foot }: Sheet): Readable {
  async function* cells() {
    let count = 0;
    for await (const batch of rows) {
      for (const row of batch) yield row.map(sheetValue);
      count += batch.length;
    }
    yield [sheetText(foot(count))];
  }
  const bytes = writeXlsxStream(cells(), {
    name: name.replaceAll(notInNames, '').slice(0, 31) || '导出',
    columns: columns.map(({ title, width, kind }) => ({
      header: title,
      width: Math.round(width / pixelsPerCharacter) + 2,
      ...formatOf[kind],
    })),
    freezePane: { rows: 1 },
  });
  return Readable.fromWeb(bytes as ReadableStream);
}

const chinaMs = 8 * 3_600_000;

/** A workbook knows no zones: an instant is written as the clock on the wall showed it. Texts stand inline and are never formulas. */
function sheetValue(cell: Cell): string | number | Date | null {
  if (typeof cell === 'string') return sheetText(cell);
  return cell instanceof Date ? new Date(cell.getTime() + chinaMs) : cell;
}
