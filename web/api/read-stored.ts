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
