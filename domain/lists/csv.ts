/**
 * Beginning of a text that a spreadsheet would take for a formula; a quote before it makes it a text. Chinese editions
 * read the full-width signs as the narrow ones, and some editions pass over blanks before a sign.
 */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

/** More digits than a spreadsheet keeps of a number: a number of an order or a certificate, which must stay a text. */
const longNumber = /^\d{12,}$/;

function cellOf(value: string): string {
  const harmless = formula.test(value) || longNumber.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/**
 * Returns the rows as a file that spreadsheets open: UTF-8 with its mark, CRLF, quoted where needed, and
 * nothing that a spreadsheet would compute.
 */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return `${csvMark}${rows.map(csvLine).join('')}`;
}

/** First character of a file, by which spreadsheets read it as UTF-8. */
export const csvMark = '\ufeff';

/** Returns one row of such a file. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}
