/**
 * Returns the value that is stored under this key on this machine. A browser that refuses all storage to a page in a
 * foreign frame throws; for such a page no value was ever stored, and the login says why.
 */
export function readStored(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/**
 * Stores the value on this machine under this key. All pages of the origin share one storage quota: where it is full,
 * or none is given, the screen goes on as it is and its next visit begins without the value.
 */
export function keepStored(
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
