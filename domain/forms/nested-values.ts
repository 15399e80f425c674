import type { TableRow } from './kinds/table/table.ts';
import type { FormValues } from './model.ts';

/**
 * The one walk over the values of fields that contain fields: rows of a table or list, the group of an object
 * (docs/decisions/0225). Paths name rows by their place: `involved[0].name`, `list[0].address.street`.
 */

/** A field with those inside it. */
export interface NestingField<Field> {
  id: string;
  columns: readonly Field[];
}

export function isEntry(value: unknown): value is TableRow {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the entries of a value with the beginning of the paths in them: its rows, or the group itself. */
export function entriesOf(value: unknown, path: string): { entry: TableRow; prefix: string }[] {
  if (isEntry(value)) return [{ entry: value, prefix: `${path}.` }];
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry, index) => (isEntry(entry) ? [{ entry, prefix: rowPrefix(path, index) }] : []));
}

/** Returns the beginning of the paths in a row. */
export function rowPrefix(path: string, row: number): string {
  return `${path}[${row}].`;
}

/** Calls `visit` with the value of each field, and then with those inside it; missing values are left out. */
export function visitValues<Field extends NestingField<Field>>(
  fields: readonly Field[],
  values: FormValues,
  visit: (field: Field, value: unknown, path: string) => void,
  prefix = '',
): void {
  for (const field of fields) {
    const value = Object.hasOwn(values, field.id) ? values[field.id] : undefined;
    if (value === undefined) continue;
    const path = prefix + field.id;
    visit(field, value, path);
    if (field.columns.length === 0) continue;
    for (const inner of entriesOf(value, path)) visitValues(field.columns, inner.entry, visit, inner.prefix);
  }
}

/**
 * Returns the values with those that `change` returns instead; missing ones stay missing. The values inside a field
 * are changed if `change` leaves its own value as it is.
 */
export function mapValues<Field extends NestingField<Field>>(
  fields: readonly Field[],
  values: FormValues,
  change: (field: Field, value: unknown, path: string) => unknown,
  prefix = '',
): Record<string, unknown> {
  const changed: Record<string, unknown> = { ...values };
  for (const field of fields) {
    const value = Object.hasOwn(values, field.id) ? values[field.id] : undefined;
    if (value === undefined) continue;
    const path = prefix + field.id;
    const next = change(field, value, path);
    changed[field.id] =
      next !== value || field.columns.length === 0
        ? next
        : mapEntries(value, path, (entry, inner) => mapValues(field.columns, entry, change, inner));
  }
  return changed;
}

/** Returns a value with each of its entries changed; anything that is no entry stays as it is. */
export function mapEntries(
  value: unknown,
  path: string,
  change: (entry: TableRow, prefix: string, index: number) => TableRow,
): unknown {
  if (isEntry(value)) return change(value, `${path}.`, 0);
  if (!Array.isArray(value)) return value;
  return value.map((entry, index) => (isEntry(entry) ? change(entry, rowPrefix(path, index), index) : entry));
}

/** Returns all fields with those inside them, each before its own. */
export function flatFields<Field extends NestingField<Field>>(fields: readonly Field[]): Field[] {
  return fields.flatMap((field) => [field, ...flatFields(field.columns)]);
}
