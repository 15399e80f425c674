import type { CompiledField } from './compiled-form.ts';
import { type TableRow, table } from './kinds/table/table.ts';
import type { FormValues } from './model.ts';
import { isEntry } from './nested-values.ts';

/** The values before an edit, at one place of a form. */
export interface EarlierValues {
  /** The values that fields keep if the edit leaves them out or may not change them. */
  base: FormValues;
  /** The values from which rows and masks may come, the one that counts first: typed before, stored. */
  sources: readonly FormValues[];
}

/** Returns the earlier values inside an entry of a field: of the same group, or of the row from which a row comes. */
export function earlierInside(
  { id, kind }: CompiledField,
  { base, sources }: EarlierValues,
  entry: TableRow,
): EarlierValues {
  if (kind.nests === 'group')
    return { base: groupAt(base, id), sources: sources.map((each) => groupAt(each, id)) };
  const found = sources.flatMap((source): FormValues[] => {
    const row = earlierRow(entry, rowsAt(source, id));
    return row === undefined ? [] : [row];
  });
  return { base: found[0] ?? noValues, sources: found };
}

const noValues: FormValues = {};

function groupAt(values: FormValues, id: string): FormValues {
  const value = Object.hasOwn(values, id) ? values[id] : undefined;
  return isEntry(value) ? value : noValues;
}

function rowsAt(values: FormValues, id: string): readonly TableRow[] {
  return table.normalise(Object.hasOwn(values, id) ? values[id] : undefined) ?? [];
}

/** Returns the key of a row: its index among the stored rows, or the key that the client gave a new row. */
export function keyOf(row: TableRow): string | undefined {
  const uid = Object.hasOwn(row, '_uid') ? row._uid : undefined;
  return typeof uid === 'string' && /^(\d{1,4}|n\d{1,6})$/.test(uid) ? uid : undefined;
}

/**
 * Returns the row from which a row comes: the one with its key; among stored rows, which have no keys, the one at the
 * index that its key names.
 */
function earlierRow(row: TableRow, earlier: readonly TableRow[]): TableRow | undefined {
  const key = keyOf(row);
  if (key === undefined) return undefined;
  const byKey = rowsByKey(earlier);
  if (byKey) return byKey.get(key);
  return key.startsWith('n') ? undefined : earlier[Number(key)];
}

const indexes = new WeakMap<readonly TableRow[], ReadonlyMap<string, TableRow> | null>();

/** Returns the rows by their keys, cached for each list; null if they have none. */
function rowsByKey(rows: readonly TableRow[]): ReadonlyMap<string, TableRow> | null {
  const cached = indexes.get(rows);
  if (cached !== undefined) return cached;
  // If two rows have the same key, the first one counts.
  const entries = rows.toReversed().flatMap((row): [string, TableRow][] => {
    const key = keyOf(row);
    return key === undefined ? [] : [[key, row]];
  });
  const created = entries.length === 0 ? null : new Map(entries);
  indexes.set(rows, created);
  return created;
}
