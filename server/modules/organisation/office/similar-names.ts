import type { Problem } from '#domain/refusals/refusals.ts';
import { normalisedAppearance, problemOfInvisible, similarNameText } from '#domain/texts/similar-names.ts';

interface Named {
  id: string;
  name: string;
}

/** All names of an office by their normalised form, computed once for all rows of a spreadsheet. */
const namesByAppearanceCache = new WeakMap<readonly Named[], Map<string, Named[]>>();
function namesByAppearance(all: readonly Named[]): Map<string, Named[]> {
  const groups =
    namesByAppearanceCache.get(all) ?? Map.groupBy(all, ({ name }) => normalisedAppearance(name));
  namesByAppearanceCache.set(all, groups);
  return groups;
}

/**
 * Returns the problems of a name that resembles another of its kind. Equal names are allowed in different
 * scopes (each bureau has a 办公室) and refused in one, where people could not distinguish them;
 * names that look the same but are spelt differently are always refused. An unchanged name is not checked.
 */
export function problemsOfName<Row extends Named>(
  row: Row,
  title: string,
  comparison: { all: readonly Row[]; before: Row | undefined; scopeOf?: ((row: Row) => unknown) | undefined },
): Problem[] {
  const { all, before, scopeOf } = comparison;
  if (row.name === before?.name) return [];
  const nameTitle = `${title}名称`;
  const others = (namesByAppearance(all).get(normalisedAppearance(row.name)) ?? []).filter(
    ({ id }) => id !== row.id,
  ) as Row[];
  const other = others.find(({ name }) => name !== row.name);
  const equal =
    scopeOf && others.find((other) => other.name === row.name && scopesOverlap(scopeOf(other), scopeOf(row)));
  const message =
    problemOfInvisible(row.name, nameTitle) ??
    (other && similarNameText(other.name, nameTitle)) ??
    (equal && `已有同名的${title}`);
  return message === undefined ? [] : [{ field: 'name', message }];
}

/** Scope of a name that is used everywhere, as that of a post without an organisation. */
export const allScopes = '*';

const scopesOverlap = (one: unknown, other: unknown) =>
  one === other || one === allScopes || other === allScopes;

/** Refuses a code that differs from another only by case: people would take both for the same code. */
export function problemsOfCode(code: string, title: string, all: readonly Named[]): Problem[] {
  const lowerCase = code.toLowerCase();
  const other = all.find(({ id }) => id !== code && id.toLowerCase() === lowerCase);
  return other ? [{ field: 'code', message: similarNameText(other.id, `${title}编码`) }] : [];
}
