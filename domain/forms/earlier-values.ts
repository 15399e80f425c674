import type { CompiledField } from './compiled-form.ts';
import { type TableRow, table } from './kinds/table/table.ts';
import type { FormValues } from './model.ts';
import { isEntry } from './nested-values.ts';

/** The values before an edit, at one place of a form. */
export interface EarlierValues {
  /** The values that fields keep if the edit leaves them out or may not change them. */
  base: FormValues;
  /** Values that were typed before, whose rows have keys; they come before the stored ones. */
  typed?: FormValues | undefined;
  stored?: FormValues | undefined;
}

/**
 * Returns the earlier values inside an entry of a value: of the same group, or of the row from which a row comes.
 * The rows of a value that was not sent are the earlier ones themselves.
 */
export function earlierInside(
  { id, kind }: CompiledField,
  { base, typed, stored }: EarlierValues,
  entry: TableRow,
  value?: unknown,
): EarlierValues {
  if (kind.nests === 'group')
    return {
      base: groupAt(base, id),
      typed: typed && groupAt(typed, id),
      stored: stored && groupAt(stored, id),
    };
  if (value !== undefined && Object.hasOwn(base, id) && base[id] === value)
    return { base: entry, stored: entry };
  const key = keyOf(entry);
  if (key === undefined) return { base: noValues };
  const typedRow = typed && rowsByKey(rowsAt(typed, id))?.get(key);
  const storedRow = stored && storedRowAt(key, rowsAt(stored, id));
  return { base: typedRow ?? storedRow ?? noValues, typed: typedRow, stored: storedRow };
}

/** Returns the earlier values that a value of a field may come from, those that count first before the others. */
export function earlierValuesOf({ typed, stored }: EarlierValues, { id }: CompiledField): unknown[] {
  return [typed, stored].flatMap((values) =>
    values === undefined ? [] : [Object.hasOwn(values, id) ? values[id] : undefined],
  );
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

/** Returns the stored row with a key; stored rows of an order have none, and are named by their index. */
function storedRowAt(key: string, rows: readonly TableRow[]): TableRow | undefined {
  return rowsByKey(rows)?.get(key) ?? (key.startsWith('n') ? undefined : rows[Number(key)]);
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
