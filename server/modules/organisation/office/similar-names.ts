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
 * Returns the problems of a name that resembles another of its kind. Equal names are allowed in different
 * scopes (each bureau has a 办公室) and refused in one, where nothing that people see would distinguish them;
 * names that look the same but are spelt differently are always refused. An unchanged name is not checked.
 */
export function problemsOfName<Row extends Named>(
  row: Row,
  what: string,
  beside: { all: readonly Row[]; before: Row | undefined; scopeOf?: ((row: Row) => unknown) | undefined },
): Problem[] {
  const { all, before, scopeOf } = beside;
  if (row.name === before?.name) return [];
  const title = `${what}名称`;
  const others = (readsOf(all).get(normalisedLook(row.name)) ?? []).filter(
    ({ id }) => id !== row.id,
  ) as Row[];
  const other = others.find(({ name }) => name !== row.name);
  const equal = scopeOf && others.find((one) => one.name === row.name && scopeOf(one) === scopeOf(row));
  const message =
    problemOfInvisible(row.name, title) ??
    (other && textOfLookAlike(other.name, title)) ??
    (equal && `已有同名的${what}`);
  return message === undefined ? [] : [{ field: 'name', message }];
}

/** Refuses a code that differs from another only by case: people would read both as the same. */
export function problemsOfCode(code: string, what: string, all: readonly Named[]): Problem[] {
  const small = code.toLowerCase();
  const other = all.find(({ id }) => id !== code && id.toLowerCase() === small);
  return other ? [{ field: 'code', message: textOfLookAlike(other.id, `${what}编码`) }] : [];
}
