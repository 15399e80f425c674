import { readStored } from '#web/api/read-stored.ts';

/** Unpublished content of a definition, with its time and the version that it is based on; 0 for none. */
export interface Draft<T> {
  at: string;
  name: string;
  over: number;
  content: T;
}

export type DraftKind = 'form' | 'item' | 'process' | 'rule';

const prefixOf = (person: string) => `banjian.draft.${person}.`;

export const keyOfDraft = (person: string, kind: DraftKind, code: string) =>
  `${prefixOf(person)}${kind}.${code}`;

/** Returns the draft that this browser stores under a key. */
export function readDraft<T>(key: string): Draft<T> | undefined {
  try {
    const stored = JSON.parse(readStored(key) ?? 'null') as Draft<T> | null;
    return stored === null || typeof stored.at !== 'string' || typeof stored.content !== 'object'
      ? undefined
      : stored;
  } catch {
    return undefined;
  }
}

export function deleteDraft(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // A browser that denies all storage keeps no draft.
  }
}

function keysWith(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

/** Lists a person's drafts of definitions of one kind, the newest first. */
export function listDrafts(
  person: string,
  kind: DraftKind,
): { code: string; name: string; at: string; over: number }[] {
  const prefix = `${prefixOf(person)}${kind}.`;
  return keysWith(prefix)
    .flatMap((key) => {
      const stored = readDraft(key);
      if (!stored) return [];
      const { name, at, over } = stored;
      return { code: key.slice(prefix.length), name, at, over };
    })
    .sort((one, other) => (one.at < other.at ? 1 : -1));
}

/** Deletes all drafts of a person from this browser, at the sign-out. */
export function deleteAllDrafts(person: string): void {
  for (const key of keysWith(prefixOf(person))) deleteDraft(key);
}
