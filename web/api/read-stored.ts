/**
 * Returns the value that is stored in this browser under a key. A browser that denies all storage to a page
 * in a foreign frame throws; such a page has no stored values, and the login explains why.
 */
export function readStored(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/**
 * Stores a value in this browser under a key. All pages of the origin share one storage quota; if it is full
 * or storage is denied, the value is lost at the next visit, but the screen continues to work.
 */
export function writeStored(
  key: string,
  value: string,
  where: 'localStorage' | 'sessionStorage' = 'localStorage',
): void {
  try {
    window[where].setItem(key, value);
  } catch {
    // The storage is full.
  }
}
