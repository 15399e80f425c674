import type { CellObject } from '@e965/xlsx';
import { streamCsvRows } from 'hucre/csv';
import type { FilePreview, SheetPreview } from '#contract/file-previews.ts';
import { previewLimits as limits } from '#domain/uploads/preview-limits.ts';
import { textOfCell } from './cell-text.ts';
import { type Book, type BookSheet, readBook } from './read-book.ts';
import { refuseLargeXlsx } from './sheet-bounds.ts';

type SheetsPreview = Extract<FilePreview, { kind: 'sheet' }>;

/** One row more than is shown, to detect whether there are more. */
const rowsRead = limits.rows + 1;

/** Returns the part of a workbook that a page shows, within limits for the whole workbook. */
export async function previewBook(bytes: Buffer, format: 'xlsx' | 'xls'): Promise<SheetsPreview> {
  if (format === 'xlsx') await refuseLargeXlsx(bytes);
  return present(readBook(bytes, { format, maxRows: rowsRead }));
}

/**
 * Returns the rows of a CSV that a page shows; if only the beginning was read, the rest counts as cut off.
 */
export function previewCsv({ text, isCut }: { text: string; isCut: boolean }): SheetsPreview {
  const rows = [...streamCsvRows(text, { maxRows: rowsRead })].map((row) =>
    row.map((value): CellObject => ({ t: 's', v: value === null ? '' : String(value) })),
  );
  const sheet = { name: '', isVisible: true, rows, merges: [], columns: [], frozenRows: 0 };
  const { sheets, ...rest } = present({ sheets: [sheet], is1904: false });
  return { ...rest, sheets: sheets.map((sheet) => ({ ...sheet, isCut: sheet.isCut || isCut })) };
}

function present({ sheets: all, is1904 }: Book): SheetsPreview {
  let remainingCells: number = limits.cells;
  const sheets: SheetPreview[] = [];
  for (const sheet of all.filter(({ isVisible }) => isVisible).slice(0, limits.sheets)) {
    const preview = presentSheet(sheet, remainingCells, is1904);
    remainingCells -= preview.rows.reduce((sum, { cells }) => sum + cells.length, 0);
    sheets.push(preview);
  }
  return { kind: 'sheet', sheets, sheetsLeftOut: all.length - sheets.length };
}

function presentSheet(sheet: BookSheet, remainingCells: number, is1904: boolean): SheetPreview {
  const readRows = sheet.rows.slice(0, rowsRead);
  const wholeWidth = readRows.reduce((maximum, row) => Math.max(maximum, filledLength(row)), 0);
  const wholeHeight = readRows.findLastIndex((row) => filledLength(row) > 0) + 1;
  const width = Math.min(limits.columns, wholeWidth);
  const height = Math.min(limits.rows, wholeHeight, Math.floor(remainingCells / Math.max(1, width)));
  const rows = Array.from({ length: height }, (_, row) => presentRow(readRows[row] ?? [], width, is1904));
  return {
    name: sheet.name,
    widths: widthsOf(sheet, width),
    rows,
    merges: mergesOf(sheet, height, width),
    frozenRows: Math.min(sheet.frozenRows, height),
    isCut: height < wholeHeight || width < wholeWidth,
  };
}

/**
 * Returns the length up to the last filled cell; rows may have gaps and very high columns, so only existing
 * cells are visited.
 */
function filledLength(row: readonly CellObject[] = []): number {
  const isFilled = (cell: CellObject | undefined) => cell?.v !== undefined && cell.v !== '';
  return Number(Object.keys(row).findLast((column) => isFilled(row[Number(column)])) ?? -1) + 1;
}

function presentRow(
  row: readonly CellObject[],
  width: number,
  is1904: boolean,
): SheetPreview['rows'][number] {
  const cells: string[] = [];
  const numbers: number[] = [];
  for (let column = 0; column < Math.min(width, filledLength(row)); column += 1) {
    const cell = row[column];
    cells.push(cell === undefined ? '' : textOfCell(cell, is1904).slice(0, limits.maxCellCharacters));
    if (cell?.t === 'n') numbers.push(column);
  }
  return { cells: cells.slice(0, cells.findLastIndex((text) => text !== '') + 1), numbers };
}

/** Returns the widths in characters, up to the last column with a width of its own. */
function widthsOf({ columns }: BookSheet, width: number): number[] {
  const widths = Array.from(
    { length: Math.min(columns.length, width) },
    (_, index) => columns[index]?.width ?? 0,
  );
  return widths.map((one) => Math.round(one * 100) / 100);
}

/** Returns the merged ranges that begin within the shown part, clipped to it. */
function mergesOf({ merges }: BookSheet, height: number, width: number): SheetPreview['merges'] {
  return merges
    .filter(({ s: { r: row, c: column } }) => row < height && column < width)
    .slice(0, limits.rows)
    .map(({ s: from, e: to }) => ({
      top: from.r,
      left: from.c,
      bottom: Math.min(to.r, height - 1),
      right: Math.min(to.c, width - 1),
    }));
}
