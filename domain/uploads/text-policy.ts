import type { UnsafeContent } from './danger.ts';

/**
 * Returns the danger of a CSV cell that starts another program when a spreadsheet program opens it (`=cmd|'/C
 * …'!A0`): a file that was accepted as a text may later be opened as a spreadsheet. A formula that only
 * calculates is not dangerous.
 */
export function unsafeContentOfSheetText(text: string): UnsafeContent | undefined {
  return /(?:^|[,;\t"\r\n])[ ]*[=+\-@][^,;\t"\r\n|]{0,200}\|[^\r\n!]{0,1000}!/.test(text)
    ? 'external'
    : undefined;
}
