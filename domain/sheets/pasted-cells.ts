/** Limits of a clipboard's content, checked before it is read. */
export const pasteLimits = {
  characters: 500_000,
  /** Characters of HTML, most of which are styles. */
  markup: 4_000_000,
  rows: 2000,
  columns: 100,
} as const;

/** The cells of a clipboard, row by row; rows may have different lengths. */
export interface PastedCells {
  rows: readonly (readonly string[])[];
  /** Number of merged cells, whose text is in the first of the places that they cover. */
  mergedCells: number;
}

/** Returns why a clipboard is too large; undefined if it may be read. */
export function problemOfPastedText(text: string): string | undefined {
  return text.length > pasteLimits.characters
    ? `内容过多，一次最多粘贴 ${pasteLimits.characters / 10_000} 万个字符，请分几次粘贴`
    : undefined;
}

/** Returns why cells that have been read are too many; undefined if they may be pasted. */
export function problemOfPastedCells({ rows }: PastedCells): string | undefined {
  const { rows: maxRows, columns: maxColumns } = pasteLimits;
  if (rows.length > maxRows) return `有 ${rows.length} 行，一次最多粘贴 ${maxRows} 行，请分几次粘贴`;
  const columns = rows.reduce((max, row) => Math.max(max, row.length), 0);
  if (columns > maxColumns) return `有 ${columns} 列，最多 ${maxColumns} 列，请只复制需要的列`;
  return rows.length === 0 ? '没有可以粘贴的内容' : undefined;
}

const quoteRuns = /"+/g;
/** End of a cell: a tab, any kind of line break, or the end of the text. */
const isEnd = (text: string, index: number) =>
  index >= text.length || text[index] === '\t' || text[index] === '\n' || text[index] === '\r';

/**
 * Reads the text that a spreadsheet puts into the clipboard: cells between tabs, rows between line breaks of any
 * kind. A cell in quotes may contain tabs, line breaks and doubled quotes; quotes at any other place are text.
 * Blank rows at the beginning stay, those at the end are left out. The time is linear in the length of the text.
 */
export function readTabText(text: string): PastedCells {
  const rows: string[][] = [];
  let row: string[] = [];
  let index = text.startsWith('\ufeff') ? 1 : 0;
  const closingQuote = closingQuotes(text);
  for (;;) {
    const close = text[index] === '"' ? closingQuote(index) : undefined;
    let end = close === undefined ? index : close + 1;
    while (!isEnd(text, end)) end += 1;
    row.push(
      close === undefined ? text.slice(index, end) : text.slice(index + 1, close).replaceAll('""', '"'),
    );
    if (text[end] !== '\t') {
      rows.push(row);
      row = [];
    }
    if (end >= text.length) break;
    index = text[end] === '\r' && text[end + 1] === '\n' ? end + 2 : end + 1;
  }
  return { rows: withoutBlankEnd(rows), mergedCells: 0 };
}

/** Returns the rows without blank ones at the end. */
export function withoutBlankEnd(rows: readonly (readonly string[])[]): (readonly string[])[] {
  const last = rows.findLastIndex((row) => row.some((cell) => cell.trim() !== ''));
  return rows.slice(0, last + 1);
}

/**
 * Returns a function that finds the quote which closes a cell, by the place of its opening quote; undefined if the
 * cell is not quoted. Within a quoted cell quotes are doubled, so that it ends with an odd number of quotes in
 * succession, before the end of a cell. The places are asked for in their order.
 */
function closingQuotes(text: string): (open: number) => number | undefined {
  const runs = [...text.matchAll(quoteRuns)].map(({ 0: { length }, index }) => ({ index, length }));
  let next = 0;
  return (open) => {
    while ((runs[next]?.index ?? text.length) < open) next += 1;
    const own = runs[next];
    let closing = own;
    // The opening quote leaves an odd number of quotes of its own run.
    if (own !== undefined && own.length % 2 === 1) {
      let after = next + 1;
      while (runs[after] !== undefined && (runs[after]?.length ?? 1) % 2 === 0) {
        after += 1;
      }
      closing = runs[after];
    }
    if (closing === undefined) return undefined;
    const end = closing.index + closing.length;
    return isEnd(text, end) ? end - 1 : undefined;
  };
}
