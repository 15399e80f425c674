import { formatValue } from 'hucre';
import { streamCsvRows } from 'hucre/csv';
import { readXls, readXlsx } from 'hucre/xlsx';
import type { FilePreview, SheetPreview } from '#contract/file-previews.ts';
import { previewLimits as limits } from '#domain/uploads/preview-limits.ts';
import { refuseLargeXlsx, refuseManyXlsCells } from './sheet-bounds.ts';

type SheetsPreview = Extract<FilePreview, { kind: 'sheet' }>;
type Book = Awaited<ReturnType<typeof readXlsx>>;
type Sheet = Book['sheets'][number];

/** One more than is shown, so that it is known whether there are more. */
const rowsRead = limits.rows + 1;

/** What a screen shows of a workbook, within bounds that hold for the whole of it. */
export async function readBook(bytes: Buffer, format: 'xlsx' | 'xls'): Promise<SheetsPreview> {
  if (format === 'xls') {
    refuseManyXlsCells(bytes);
    return present(await readXls(bytes));
  }
  await refuseLargeXlsx(bytes);
  const isSeen = ({ hidden, veryHidden }: Pick<Sheet, 'hidden' | 'veryHidden'>) => !hidden && !veryHidden;
  let all = 0;
  let shown = 0;
  const book = await readXlsx(bytes, {
    readStyles: true,
    maxRows: rowsRead,
    sheets: (sheet) => {
      all += 1;
      shown += isSeen(sheet) ? 1 : 0;
      return isSeen(sheet) && shown <= limits.sheets;
    },
  });
  return present(book, all);
}

/** Returns the rows that a screen shows of a text that is a list; where only its beginning was read, the rest is cut off too. */
export function readCsv({ text, isCut }: { text: string; isCut: boolean }): SheetsPreview {
  const rows = [...streamCsvRows(text, { maxRows: rowsRead })];
  const { sheets, ...rest } = present({ sheets: [{ name: '', rows }] });
  return { ...rest, sheets: sheets.map((sheet) => ({ ...sheet, isCut: sheet.isCut || isCut })) };
}

function present({ sheets: all, dateSystem }: Book, count = all.length): SheetsPreview {
  let room: number = limits.cells;
  const sheets: SheetPreview[] = [];
  for (const sheet of all
    .filter(({ hidden, veryHidden }) => !hidden && !veryHidden)
    .slice(0, limits.sheets)) {
    const shown = presentSheet(sheet, room, dateSystem === '1904');
    room -= shown.rows.reduce((sum, { cells }) => sum + cells.length, 0);
    sheets.push(shown);
  }
  return { kind: 'sheet', sheets, sheetsLeftOut: count - sheets.length };
}

function presentSheet(sheet: Sheet, room: number, is1904: boolean): SheetPreview {
  const wholeWidth = sheet.rows.reduce((most, row) => Math.max(most, filledLength(row ?? [])), 0);
  const wholeHeight = sheet.rows.findLastIndex((row) => filledLength(row ?? []) > 0) + 1;
  const width = Math.min(limits.columns, wholeWidth);
  const height = Math.min(limits.rows, wholeHeight, Math.floor(room / Math.max(1, width)));
  const rows = Array.from({ length: height }, (_, row) => presentRow(sheet, row, width, is1904));
  return {
    name: sheet.name,
    widths: (sheet.columns ?? []).slice(0, width).map((column) => column?.width ?? 0),
    rows,
    merges: mergesOf(sheet, height, width),
    frozenRows: Math.min(sheet.freezePane?.rows ?? 0, height),
    isCut: height < wholeHeight || width < wholeWidth,
  };
}

const filledLength = (row: readonly unknown[]) =>
  row.findLastIndex((value) => value !== null && value !== undefined && value !== '') + 1;

function presentRow(sheet: Sheet, row: number, width: number, is1904: boolean): SheetPreview['rows'][number] {
  const values = (sheet.rows[row] ?? []).slice(0, width);
  const cells: string[] = [];
  const numbers: number[] = [];
  for (const [column, value] of values.entries()) {
    const format = sheet.cells?.get(`${row},${column}`)?.style?.numFmt;
    cells.push(textOfCell(value, format, is1904).slice(0, limits.cellLetters));
    if (typeof value === 'number') numbers.push(column);
  }
  return { cells: cells.slice(0, filledLength(cells)), numbers };
}

/** Formats that follow the system of the reader, as a Chinese one shows them. */
const ownFormats: Readonly<Record<string, string>> = {
  'mm-dd-yy': 'yyyy/m/d',
  'm/d/yy': 'yyyy/m/d',
  'm/d/yy h:mm': 'yyyy/m/d h:mm',
};

function textOfCell(value: Sheet['rows'][number][number] | undefined, format = '', is1904: boolean): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  const shown = /^\[\$-F800\]/i.test(format) ? 'yyyy"年"m"月"d"日"' : (ownFormats[format] ?? format);
  if (value instanceof Date) return formatValue(value, shown || 'yyyy/m/d', { is1904 });
  // As sheets show a number that has no format: eleven places, without what a binary fraction leaves behind.
  if (shown === '' || shown === 'General') return String(Number(value.toPrecision(11)));
  return formatValue(value, shown, { is1904 });
}

/** Those that begin within what is shown, as far as it is shown. */
function mergesOf({ merges = [] }: Sheet, height: number, width: number): SheetPreview['merges'] {
  return merges
    .filter(({ startRow, startCol }) => startRow < height && startCol < width)
    .slice(0, limits.rows)
    .map(({ startRow, startCol, endRow, endCol }) => ({
      top: startRow,
      left: startCol,
      bottom: Math.min(endRow, height - 1),
      right: Math.min(endCol, width - 1),
    }));
}
