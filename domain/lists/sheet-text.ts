// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g;

/** The most characters that a cell of a spreadsheet holds; one more and Excel says that the file is damaged. */
const cellCharacters = 32_767;

/**
 * Returns a text as a cell of a file may hold it: no control characters but line breaks and tabs, no half
 * characters, not too long.
 */
export function sheetText(text: string): string {
  return text.replace(forbidden, '').slice(0, cellCharacters).toWellFormed();
}
