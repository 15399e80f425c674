import { type RawBuilder, sql } from 'kysely';

/** What a column of `rowsAsColumns` may be; a `text[]` travels as the text of its array, to be cast where it is used. */
type ColumnType = 'integer' | 'smallint' | 'boolean' | 'text' | 'timestamptz' | 'jsonb' | 'text[]';

/**
 * Rows as a table named `x`, each column one array parameter: a statement has the same text for any number of rows, and
 * nothing is parsed twice, as with a recordset of JSON.
 */
export function rowsAsColumns<Column extends string>(
  types: Readonly<Record<Column, ColumnType>>,
  rows: readonly Readonly<Record<Column, unknown>>[],
): RawBuilder<unknown> {
  const columns = Object.entries(types) as [Column, ColumnType][];
  const arrays = columns.map(([column, type]) => {
    const values = rows.map((row) => wireValue(row[column], type));
    return sql`${values}::${sql.raw(type === 'text[]' ? 'text' : type)}[]`;
  });
  const names = columns.map(([column]) => sql.raw(column));
  return sql`unnest(${sql.join(arrays)}) as x(${sql.join(names)})`;
}

function wireValue(value: unknown, type: ColumnType): unknown {
  if (value === null || value === undefined) return null;
  if (type === 'jsonb') return JSON.stringify(value);
  return type === 'text[]' ? arrayText(value as readonly string[]) : value;
}

/** A list of texts as PostgreSQL writes an array. */
export function arrayText(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`;
}
