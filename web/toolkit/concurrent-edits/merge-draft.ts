/**
 * Merges a draft with the values that another person has saved since it was opened: an unchanged field takes
 * the new value; entries added to a list or removed from it are added or removed again in the new list.
 * `contested` fields were changed by both and keep the value of the draft.
 */
export function mergeDraft<Draft extends object>(
  base: Draft,
  own: Draft,
  newest: Draft,
): { draft: Draft; changed: (keyof Draft)[]; contested: (keyof Draft)[] } {
  const draft = { ...own };
  const changed: (keyof Draft)[] = [];
  const contested: (keyof Draft)[] = [];
  for (const field of Object.keys(base) as (keyof Draft)[]) {
    if (isSame(base[field], newest[field])) continue;
    changed.push(field);
    if (Array.isArray(newest[field])) {
      draft[field] = mergeLists(
        listOf(base[field]),
        listOf(own[field]),
        listOf(newest[field]),
      ) as Draft[typeof field];
    } else if (isSame(own[field], base[field])) draft[field] = newest[field];
    else if (!isSame(own[field], newest[field])) contested.push(field);
  }
  return { draft, changed, contested };
}

type Entry = string | { key: string };
const keyOf = (entry: Entry) => (typeof entry === 'string' ? entry : entry.key);
const listOf = (value: unknown) => (Array.isArray(value) ? (value as Entry[]) : []);

function mergeLists(base: readonly Entry[], own: readonly Entry[], newest: readonly Entry[]): Entry[] {
  const keysOf = (entries: readonly Entry[]) => new Set(entries.map(keyOf));
  const [baseKeys, ownKeys, newestKeys] = [keysOf(base), keysOf(own), keysOf(newest)];
  return [
    ...newest.filter((entry) => ownKeys.has(keyOf(entry)) || !baseKeys.has(keyOf(entry))),
    ...own.filter((entry) => !baseKeys.has(keyOf(entry)) && !newestKeys.has(keyOf(entry))),
  ];
}

/** Compares two values; lists regardless of order. */
function isSame(left: unknown, right: unknown): boolean {
  if (Array.isArray(left) && Array.isArray(right)) {
    const sorted = (entries: unknown[]) => JSON.stringify((entries as Entry[]).map(keyOf).sort());
    return sorted(left) === sorted(right);
  }
  return JSON.stringify(left) === JSON.stringify(right);
}
