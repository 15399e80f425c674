import type { UnsafeContentKind } from './danger.ts';

/**
 * Detects CSV (formula) injection: a cell that starts another program when a spreadsheet program opens it
 * (`=cmd|'/C …'!A0`). A file that was accepted as a text may later be opened as a spreadsheet. A formula that only
 * calculates is not dangerous.
 */
export function unsafeContentOfSheetText(text: string): UnsafeContentKind | undefined {
  return /(?:^|[,;\t"\r\n])[ ]*[=+\-@][^,;\t"\r\n|]{0,200}\|[^\r\n!]{0,1000}!/.test(text)
    ? 'external'
    : undefined;
}
