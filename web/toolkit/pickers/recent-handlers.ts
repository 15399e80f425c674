import { writeStored } from '#web/api/read-stored.ts';

/**
 * The people whom one person chose last, stored in this browser as ids only; their names are always loaded
 * again.
 */

const maxStored = 8;
const keyOf = (person: string) => `banjian.handlers.${person}`;

export function readRecentHandlers(person: string): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(person)) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** Stores the chosen people, the newest first, each once. */
export function storeRecentHandlers(person: string, ids: readonly string[]): void {
  if (ids.length === 0) return;
  const stored = [...new Set([...ids, ...readRecentHandlers(person)])].slice(0, maxStored);
  writeStored(keyOf(person), JSON.stringify(stored));
}
