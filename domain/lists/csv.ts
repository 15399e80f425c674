/**
 * Beginning of a text that a spreadsheet would read as a formula; a quote before it keeps it a text. Chinese
 * editions read full-width signs like half-width ones, and some editions skip blanks before a sign.
 */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

/**
 * A number with more digits than a spreadsheet stores exactly, such as an order or certificate number, which
 * must stay a text.
 */
const longNumber = /^\d{12,}$/;

function cellOf(value: string): string {
  const safeText = formula.test(value) || longNumber.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safeText) ? `"${safeText.replaceAll('"', '""')}"` : safeText;
}

/**
 * Returns the rows as a CSV file for spreadsheets: UTF-8 with byte-order mark, CRLF, quoted if needed,
 * without formulas.
 */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return `${byteOrderMark}${rows.map(csvLine).join('')}`;
}

/** Byte-order mark, by which spreadsheets recognise UTF-8. */
export const byteOrderMark = '\ufeff';

/** Returns one row of a CSV file. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}
