import { writeStored } from '#web/api/read-stored.ts';

const storageKey = 'banjian.recentItems';
const maxStored = 5;

/** Returns the codes of the items last started in this browser, the latest first. */
export function readRecentItems(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter((code) => typeof code === 'string').slice(0, maxStored) : [];
  } catch {
    return [];
  }
}

export function storeRecentItem(taskCode: string): void {
  const others = readRecentItems().filter((code) => code !== taskCode);
  writeStored(storageKey, JSON.stringify([taskCode, ...others].slice(0, maxStored)));
}
