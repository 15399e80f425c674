import { type CompiledField, type CompiledForm, defaultOf } from '#domain/forms/compiled-form.ts';
import { rowsOf } from '#domain/forms/field-state.ts';
import { isSingleChoice } from '#domain/forms/kinds/kind.ts';
import type { TableRow } from '#domain/forms/kinds/table/table.ts';
import type { FormValues } from '#domain/forms/model.ts';
import { mapEntries, mapValues, rowPrefix } from '#domain/forms/nested-values.ts';

/**
 * Gives every row a key, also inside other fields; rows from the server bring their own, which identifies the stored
 * row.
 */
export function withRowKeys({ fields }: Pick<CompiledForm, 'fields'>, values: FormValues): FormValues {
  return mapValues(fields, values, keyed);
}

function keyed({ id, kind, columns }: CompiledField, value: unknown): unknown {
  const withInner = mapEntries(columns.length === 0 ? undefined : value, id, (entry) =>
    mapValues(columns, entry, keyed),
  );
  if (kind.nests !== 'rows') return withInner ?? value;
  const rows: TableRow[] = [];
  const given = rowsOf(withInner ?? null);
  for (const row of given)
    rows.push(typeof row._uid === 'string' ? row : { ...row, _uid: nextRowKey([...rows, ...given]) });
  return rows;
}

/** Returns a new unique key; its first letter distinguishes it from the indexes of stored rows. */
export function nextRowKey(rows: readonly TableRow[]): string {
  const usedNumbers = rows.map((row) => Number(/^n(\d+)$/.exec(String(row._uid ?? ''))?.[1] ?? 0));
  return `n${Math.max(0, ...usedNumbers) + 1}`;
}

export function emptyRow(field: CompiledField, rows: readonly TableRow[], today: string): TableRow {
  // An empty value would count as typed, and nothing would be computed.
  const cells = field.columns.flatMap((column) =>
    column.computed
      ? []
      : [[column.id, defaultOf(column, today) ?? onlyOption(column) ?? column.kind.empty] as const],
  );
  return { ...Object.fromEntries(cells), _uid: nextRowKey(rows), _isNew: true };
}

/** Returns the only option of a column, if a choice is required. */
function onlyOption(column: CompiledField): string | undefined {
  const { options, required, linkage } = column;
  if (!required || linkage.length > 0 || options.length !== 1) return undefined;
  return isSingleChoice(column) ? options[0]?.value : undefined;
}

/** Returns a copy of a row at a path; masked values are empty, because only the server has them. */
export function copyRow(
  { columns }: CompiledField,
  place: { path: string; index: number },
  rows: readonly TableRow[],
  isMasked: (path: string) => boolean,
): TableRow {
  const copy = mapValues(
    columns,
    rows[place.index] ?? {},
    ({ kind }, value, path) => (isMasked(path) ? kind.empty : value),
    rowPrefix(place.path, place.index),
  );
  return { ...copy, _uid: nextRowKey(rows), _isNew: true };
}
