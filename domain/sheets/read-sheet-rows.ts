import type { Chunks } from '../chunks.ts';
import {
  type ImportColumn,
  type SheetProblem,
  type SheetValue,
  sheetLimits,
  type UploadedRow,
} from './import-sheet.ts';
import type { RawCell, RawSheet } from './raw-sheet.ts';
import { readCell } from './read-cell.ts';

/** Marks, spaces and stars that spreadsheet programs or people add to headings. */
const headingPadding = /[\s\u00a0\u200b\ufeff*＊]+/g;
/** The warning that a workbook adds after the title of a column. */
const headingNote = /（[^（）]*）$/;
const tidyHeading = (cell: RawCell | undefined) =>
  typeof cell === 'string'
    ? cell.replace(headingPadding, '')
    : cell === null || cell === undefined
      ? ''
      : String(cell);

interface ColumnPlace {
  column: ImportColumn;
  index: number;
}

/**
 * Returns the rows of a spreadsheet and all its errors, by row and column: headings, merged cells, formulas,
 * values that do not fit their column. Columns may be in any order; optional ones may be missing.
 */
export function* readSheetRows(
  columns: readonly ImportColumn[],
  sheet: RawSheet,
): Chunks<{ rows: UploadedRow[]; problems: SheetProblem[] }> {
  const { places, problems } = readHeadings(columns, sheet.rows[0] ?? []);
  if (sheet.isCut) {
    problems.push({ row: 0, column: '', message: `最多导入 ${sheetLimits.rows} 行，请分成几个文件` });
  }
  // If the headings are wrong, every row would have the same error.
  if (problems.length > 0) return { rows: [], problems };
  for (const row of sheet.mergedRows) {
    problems.push({ row, column: '', message: '有合并的单元格，请取消合并后逐行填写' });
  }
  const rows: UploadedRow[] = [];
  for (const [index, cells] of sheet.rows.entries()) {
    if (index === 0 || isBlankRow(cells)) continue;
    yield;
    const result = readRow(places, cells, index + 1);
    rows.push(result.row);
    problems.push(...result.problems);
  }
  if (rows.length === 0) problems.push({ row: 0, column: '', message: '表中没有数据，请从第 2 行开始填写' });
  return { rows, problems };
}

function readHeadings(columns: readonly ImportColumn[], headings: readonly RawCell[]) {
  const problems: SheetProblem[] = [];
  const places: ColumnPlace[] = [];
  const byTitle = new Map(columns.map((column) => [tidyHeading(column.title), column]));
  for (const [index, cell] of headings.entries()) {
    const title = tidyHeading(cell);
    if (title === '') continue;
    const column = byTitle.get(title) ?? byTitle.get(title.replace(headingNote, ''));
    if (!column)
      problems.push({ row: 1, column: title.slice(0, 64), message: '没有这一列，请按模板的表头填写' });
    else if (places.some((place) => place.column === column)) {
      problems.push({ row: 1, column: title, message: '这一列出现了两次' });
    } else places.push({ column, index });
  }
  for (const column of columns) {
    if (column.required && !places.some((place) => place.column === column)) {
      problems.push({ row: 1, column: column.title, message: '缺少这一列，请使用模板' });
    }
  }
  return { places, problems };
}

function readRow(places: readonly ColumnPlace[], cells: readonly RawCell[], row: number) {
  const problems: SheetProblem[] = [];
  const values: Record<string, SheetValue> = {};
  for (const { column, index } of places) {
    const result = readCell(column, cells[index] ?? null);
    if ('problem' in result) problems.push({ row, column: column.title, message: result.problem });
    else values[column.key] = result.value;
  }
  const usedIndexes = new Set(places.map(({ index }) => index));
  if (cells.some((cell, index) => !usedIndexes.has(index) && !isBlank(cell))) {
    problems.push({ row, column: '', message: '在没有表头的列中填有内容' });
  }
  return { row: { row, values }, problems };
}

const isBlank = (cell: RawCell) => cell === null || (typeof cell === 'string' && tidyHeading(cell) === '');
const isBlankRow = (cells: readonly RawCell[]) => cells.every(isBlank);
