/**
 * What a spreadsheet would take for a formula; a quote before it makes it a text. Chinese editions read the full-width
 * signs as the narrow ones, and blanks before a sign are passed over by some.
 */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

function cellOf(value: string): string {
  const harmless = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/**
 * Rows as a file that spreadsheets open: UTF-8 with its mark, CRLF, quoted where needed, and nothing that a spreadsheet
 * would compute.
 */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return `\ufeff${rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')}`;
}
