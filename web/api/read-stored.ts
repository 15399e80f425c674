/**
 * What rests under this key on this machine. A browser that refuses all storage to a page in a foreign frame throws; to
 * such a page nothing was ever kept, and the login says why.
 */
export function readStored(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/**
 * Lets it rest on this machine under this key. What every page of the origin keeps shares one room: where it is full, or
 * none is given, the screen goes on as it is and its next visit begins without this.
 */
export function keepStored(
  key: string,
  value: string,
  where: 'localStorage' | 'sessionStorage' = 'localStorage',
): void {
  try {
    window[where].setItem(key, value);
  } catch {
    // No room.
  }
}
