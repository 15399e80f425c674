import type { SheetPreview } from '#contract/file-previews.ts';

export const rowHeight = 28;
export const gutterWidth = 48;
const characterWidth = 7.5;
const cellPadding = 18;
const minCharacters = 8;
const maxCharacters = 60;
const maxFrozenRows = 3;

/** A cell with its position, in pixels relative to its row; `height` and `width` include merged cells. */
export interface PositionedCell {
  column: number;
  text: string;
  left: number;
  width: number;
  height: number;
  isNumber: boolean;
  isMerged: boolean;
}

export interface SheetLayout {
  /** The left of each column, and the right edge of the last one. */
  leftEdges: readonly number[];
  width: number;
  height: number;
  /** Number of frozen rows at the top: the first, and rows merged with it. */
  frozenRowCount: number;
  cellsOf(row: number): readonly PositionedCell[];
  /**
   * Returns the rows to draw for this part of the sheet, including rows above whose merged cells reach into
   * it.
   */
  rowsBetween(first: number, last: number): readonly number[];
}

/** Returns the width in characters; a Chinese character is twice as wide as a Latin one. */
function countCharacters(text: string): number {
  let characters = 0;
  for (const character of text) characters += (character.codePointAt(0) ?? 0) > 0x2e7f ? 2 : 1;
  return characters;
}

/** Returns the layout of a sheet; columns without their own width are as wide as their first cells. */
export function layOutSheet(sheet: SheetPreview): SheetLayout {
  const columns = sheet.rows.reduce((max, { cells }) => Math.max(max, cells.length), 0);
  const lefts = [gutterWidth];
  for (let column = 0; column < columns; column += 1) {
    const declaredWidth = sheet.widths[column] ?? 0;
    const characters = declaredWidth > 0 ? declaredWidth : widestOf(sheet, column);
    const width = Math.round(Math.min(characters, maxCharacters) * characterWidth + cellPadding);
    lefts.push((lefts[column] ?? 0) + width);
  }
  const merges = new Map(sheet.merges.map((merge) => [`${merge.top},${merge.left}`, merge]));
  const covered = new Set<string>();
  for (const { top, left, bottom, right } of sheet.merges) {
    for (let row = top; row <= bottom; row += 1) {
      for (let column = left; column <= right; column += 1) {
        if (row !== top || column !== left) covered.add(`${row},${column}`);
      }
    }
  }
  const leftOf = (column: number) => lefts[Math.min(column, columns)] ?? gutterWidth;
  const height = sheet.rows.length * rowHeight;

  const cellsOf = (row: number): PositionedCell[] => {
    const { cells = [], numbers = [] } = sheet.rows[row] ?? {};
    const isNumber = new Set(numbers);
    return Array.from({ length: columns }, (_, column) => column)
      .filter((column) => !covered.has(`${row},${column}`))
      .map((column) => {
        const merge = merges.get(`${row},${column}`);
        return {
          column,
          text: cells[column] ?? '',
          left: leftOf(column),
          width: leftOf((merge?.right ?? column) + 1) - leftOf(column),
          height: ((merge?.bottom ?? row) - row + 1) * rowHeight,
          isNumber: isNumber.has(column),
          isMerged: merge !== undefined,
        };
      });
  };
  return {
    leftEdges: lefts,
    width: leftOf(columns),
    height,
    frozenRowCount: Math.min(sheet.rows.length, maxFrozenRows, sheet.frozenRows || headRows(sheet, columns)),
    cellsOf,
    rowsBetween(first, last) {
      const rows = new Set<number>();
      for (const { top, bottom } of sheet.merges) if (top < first && bottom >= first) rows.add(top);
      for (let row = first; row <= Math.min(last, sheet.rows.length - 1); row += 1) rows.add(row);
      return [...rows];
    },
  };
}

/**
 * Returns the number of header rows: the first row and rows merged with it; below a title across the whole
 * width the column names follow.
 */
function headRows({ merges }: SheetPreview, columns: number): number {
  const atTop = merges.filter(({ top }) => top === 0);
  const lastRow = atTop.reduce((max, { bottom }) => Math.max(max, bottom), 0);
  const isTitle = atTop.some(({ left, right }) => left === 0 && right === columns - 1);
  return lastRow + (isTitle ? 2 : 1);
}

const maxSampleRows = 100;

function widestOf(sheet: SheetPreview, column: number): number {
  const mergedRows = new Set(sheet.merges.filter(({ left }) => left === column).map(({ top }) => top));
  const texts = sheet.rows.slice(0, maxSampleRows).filter((_, row) => !mergedRows.has(row));
  return texts.reduce((max, { cells }) => Math.max(max, countCharacters(cells[column] ?? '')), minCharacters);
}

/** Returns the column name as in spreadsheets: A, B … Z, AA. */
export function columnName(column: number): string {
  const rest = Math.floor(column / 26);
  return `${rest > 0 ? columnName(rest - 1) : ''}${String.fromCharCode(65 + (column % 26))}`;
}

/** Returns the cells that contain the search text, ignoring case, row by row. */
export function findCells(sheet: SheetPreview, searchText: string): { row: number; column: number }[] {
  const lowerCaseText = searchText.trim().toLowerCase();
  if (lowerCaseText === '') return [];
  return sheet.rows.flatMap(({ cells }, row) =>
    cells.flatMap((text, column) => (text.toLowerCase().includes(lowerCaseText) ? [{ row, column }] : [])),
  );
}
