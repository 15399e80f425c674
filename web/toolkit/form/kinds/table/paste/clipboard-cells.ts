import {
  type PastedCells,
  pasteLimits,
  problemOfPastedCells,
  problemOfPastedText,
  readTabText,
  withoutBlankEnd,
} from '#domain/sheets/pasted-cells.ts';

/** The same content of a clipboard as plain text and as HTML; empty where it is missing. */
export interface ClipboardContent {
  text: string;
  html: string;
}

/**
 * Reads the cells of a clipboard, or the reason why it cannot. Plain text with tabs comes first, because the HTML of
 * spreadsheet programs contains rounded numbers; tables of web pages have their columns only in HTML.
 */
export function readClipboard({ text, html }: ClipboardContent): PastedCells | { problem: string } {
  const tooLong = problemOfPastedText(text);
  if (tooLong !== undefined) return { problem: tooLong };
  const fromHtml = text.includes('\t') ? undefined : readHtmlTable(html);
  const cells = fromHtml ?? readTabText(text);
  const problem = problemOfPastedCells(cells);
  return problem === undefined ? cells : { problem };
}

/** Stands for a line break in a cell while other white space is reduced. */
const lineBreak = '\ue000';

/**
 * Reads the first table of an HTML text; undefined if there is none. The text of a merged cell is in its first
 * place.
 */
function readHtmlTable(html: string): PastedCells | undefined {
  if (html === '' || html.length > pasteLimits.markup) return undefined;
  const table = new DOMParser().parseFromString(html, 'text/html').querySelector('table');
  if (table === null) return undefined;
  for (const hidden of table.querySelectorAll('style, script')) hidden.remove();
  for (const line of table.querySelectorAll('br')) line.replaceWith(lineBreak);
  const grid: string[][] = [];
  let mergedCells = 0;
  // One row and one column more than permitted, so that too many are noticed.
  const [maxRows, maxColumns] = [pasteLimits.rows + 1, pasteLimits.columns + 1];
  for (const [index, row] of [...table.rows].slice(0, maxRows).entries()) {
    let place = 0;
    for (const cell of row.cells) {
      const line = lineAt(grid, index);
      while (line[place] !== undefined) place += 1;
      if (place >= maxColumns) break;
      const [columns, rows] = [Math.max(1, cell.colSpan), Math.max(1, cell.rowSpan)];
      if (columns * rows > 1) mergedCells += 1;
      for (let below = index; below < Math.min(maxRows, index + rows, table.rows.length); below += 1)
        for (let right = place; right < Math.min(maxColumns, place + columns); right += 1)
          lineAt(grid, below)[right] ??= '';
      line[place] = textOf(cell);
      place += columns;
    }
  }
  const rows = grid.map((line) => Array.from(line, (cell) => cell ?? ''));
  return { rows: withoutBlankEnd(rows), mergedCells };
}

function lineAt(grid: string[][], index: number): string[] {
  let line = grid[index];
  if (line === undefined) {
    line = [];
    grid[index] = line;
  }
  return line;
}

function textOf(cell: HTMLTableCellElement): string {
  const text = (cell.textContent ?? '').replaceAll(/\s+/g, ' ');
  return text.replaceAll(new RegExp(` ?${lineBreak} ?`, 'g'), '\n').trim();
}
