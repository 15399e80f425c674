// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g;

/** Largest number of characters in a spreadsheet cell; with one more, Excel reports a damaged file. */
const maxCellCharacters = 32_767;

/**
 * Returns a text for a spreadsheet cell: without control characters except line breaks and tabs, without lone
 * surrogates, not too long.
 */
export function sheetText(text: string): string {
  return text.replace(forbidden, '').slice(0, maxCellCharacters).toWellFormed();
}
