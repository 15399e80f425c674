import { Fragment } from './fragment.ts';

/** Type of a column of `rowsAsColumns`; a `text[]` travels as the text of its array, to be cast where it is used. */
type ColumnType = 'integer' | 'smallint' | 'boolean' | 'text' | 'timestamptz' | 'jsonb' | 'text[]';

/**
 * Rows as a table named `x`, each column one array parameter: a statement has the same text for any number of rows, and
 * nothing is parsed twice, as with a recordset of JSON.
 */
export function rowsAsColumns<Column extends string>(
  types: Readonly<Record<Column, ColumnType>>,
  rows: readonly Readonly<Record<Column, unknown>>[],
): Fragment {
  const columns = Object.entries(types) as [Column, ColumnType][];
  const names = columns.map(([column]) => column).join(', ');
  const casts = columns.map(([, type]) => `::${type === 'text[]' ? 'text' : type}[]`);
  return new Fragment(
    ['unnest(', ...casts.slice(0, -1).map((cast) => `${cast}, `), `${casts.at(-1)}) as x(${names})`],
    columns.map(([column, type]) => rows.map((row) => wireValue(row[column], type))),
  );
}

function wireValue(value: unknown, type: ColumnType): unknown {
  if (value === null || value === undefined) return null;
  if (type === 'jsonb') return JSON.stringify(value);
  return type === 'text[]' ? arrayText(value as readonly string[]) : value;
}

/** A list of texts as PostgreSQL writes an array. */
function arrayText(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`;
}
