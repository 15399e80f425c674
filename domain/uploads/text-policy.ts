import type { Danger } from './danger.ts';

/**
 * Returns the danger of a cell of a CSV that calls another program when a sheet program opens it (`=cmd|'/C …'!A0`): a
 * file that is taken as a text today may be opened as a sheet tomorrow. A formula that only reckons is no danger.
 */
export function dangerOfSheetText(text: string): Danger | undefined {
  return /(?:^|[,;\t"\r\n])[ ]*[=+\-@][^,;\t"\r\n|]{0,200}\|[^\r\n!]{0,1000}!/.test(text)
    ? 'external'
    : undefined;
}
