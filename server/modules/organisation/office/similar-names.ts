import type { Problem } from '#domain/refusals/refusals.ts';
import { normalisedLook, problemOfInvisible, textOfLookAlike } from '#domain/texts/look-alike.ts';

interface Named {
  id: string;
  name: string;
}

/** All names of an office by their normalised form, computed once for all rows of a spreadsheet. */
const known = new WeakMap<readonly Named[], Map<string, Named[]>>();
function readsOf(all: readonly Named[]): Map<string, Named[]> {
  const readings = known.get(all) ?? Map.groupBy(all, ({ name }) => normalisedLook(name));
  known.set(all, readings);
  return readings;
}

/**
 * Returns the problems of a name that resembles another of its kind. Equal names are allowed, because codes
 * distinguish them (each bureau has a 办公室); names that look the same but are spelt differently are refused.
 * An unchanged name is not checked.
 */
export function problemsOfName(
  row: Named,
  what: string,
  { all, before }: { all: readonly Named[]; before: Named | undefined },
): Problem[] {
  if (row.name === before?.name) return [];
  const title = `${what}名称`;
  const other = readsOf(all)
    .get(normalisedLook(row.name))
    ?.find(({ id, name }) => id !== row.id && name !== row.name);
  const message = problemOfInvisible(row.name, title) ?? (other && textOfLookAlike(other.name, title));
  return message === undefined ? [] : [{ field: 'name', message }];
}

/** Refuses a code that differs from another only by case: people would read both as the same. */
export function problemsOfCode(code: string, what: string, all: readonly Named[]): Problem[] {
  const small = code.toLowerCase();
  const other = all.find(({ id }) => id !== code && id.toLowerCase() === small);
  return other ? [{ field: 'code', message: textOfLookAlike(other.id, `${what}编码`) }] : [];
}
