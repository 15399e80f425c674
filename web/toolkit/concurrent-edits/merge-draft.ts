/**
 * Merges a draft with the values that another person has saved since it was opened: an unchanged field takes
 * the new value; entries added to a list or removed from it are added or removed again in the new list.
 * `contested` fields were changed by both and keep the value of the draft.
 */
export function mergeDraft<Draft extends object>(
  opened: Draft,
  mine: Draft,
  now: Draft,
): { draft: Draft; changed: (keyof Draft)[]; contested: (keyof Draft)[] } {
  const draft = { ...mine };
  const changed: (keyof Draft)[] = [];
  const contested: (keyof Draft)[] = [];
  for (const field of Object.keys(opened) as (keyof Draft)[]) {
    if (isSame(opened[field], now[field])) continue;
    changed.push(field);
    if (Array.isArray(now[field])) {
      draft[field] = mergeLists(
        listOf(opened[field]),
        listOf(mine[field]),
        listOf(now[field]),
      ) as Draft[typeof field];
    } else if (isSame(mine[field], opened[field])) draft[field] = now[field];
    else if (!isSame(mine[field], now[field])) contested.push(field);
  }
  return { draft, changed, contested };
}

type Entry = string | { key: string };
const keyOf = (entry: Entry) => (typeof entry === 'string' ? entry : entry.key);
const listOf = (value: unknown) => (Array.isArray(value) ? (value as Entry[]) : []);

function mergeLists(opened: readonly Entry[], mine: readonly Entry[], now: readonly Entry[]): Entry[] {
  const keysOf = (entries: readonly Entry[]) => new Set(entries.map(keyOf));
  const [was, own, present] = [keysOf(opened), keysOf(mine), keysOf(now)];
  return [
    ...now.filter((entry) => own.has(keyOf(entry)) || !was.has(keyOf(entry))),
    ...mine.filter((entry) => !was.has(keyOf(entry)) && !present.has(keyOf(entry))),
  ];
}

/** Lists are compared regardless of order. */
function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    const sorted = (entries: unknown[]) => JSON.stringify((entries as Entry[]).map(keyOf).sort());
    return sorted(one) === sorted(other);
  }
  return JSON.stringify(one) === JSON.stringify(other);
}
