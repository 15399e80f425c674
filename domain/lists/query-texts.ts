/** Messages of the combined query about single filters, shown at their fields (docs/decisions/0144). */
export const queryTexts = {
  shortCode: '请输入完整流水号、开头 8 位以上或末尾 4 位以上的数字',
  shortWord: '每个词请至少输入两个字',
  shortName: '请至少输入两个字',
  noNumbers: '您没有按证件号码或手机号查询的权限',
  wholeNumber: '请输入完整的号码',
  noCross: '您没有跨区域查询的权限',
} as const;

/** Largest number of words of a filter that are searched for; further words are ignored. */
const maxWords = 5;

/** Returns the words of a filter, each once, in the form of the search index. */
export function searchWordsOf(text: string): string[] {
  return [...new Set(text.trim().toLowerCase().split(/\s+/).slice(0, maxWords))];
}

/**
 * Returns the problem of these search words; undefined without one. A single character is refused, because it
 * occurs in half of all orders.
 */
export function problemOfSearchWords(text: string): string | undefined {
  return searchWordsOf(text).some((term) => [...term].length < 2) ? queryTexts.shortWord : undefined;
}

/** Returns the problem of a partial number: allowed are at least its first eight or its last four digits. */
export function problemOfCode(code: string): string | undefined {
  return /^\d{4,20}$/.test(code) ? undefined : queryTexts.shortCode;
}

/** Checks whether the digits are the beginning of a number, or a whole one; otherwise they are its end. */
export function isCodePrefix(code: string): boolean {
  return /^20\d{6,}$/.test(code);
}
