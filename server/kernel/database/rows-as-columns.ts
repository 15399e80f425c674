import { Fragment } from './fragment.ts';

/**
 * Type of a column of `rowsAsColumns`; a `text[]` is sent as the text of its array, and cast when it is used.
 */
type ColumnType = 'integer' | 'smallint' | 'boolean' | 'text' | 'timestamptz' | 'jsonb' | 'text[]';

/**
 * Returns rows as a table named `x`, with one array parameter for each column: a statement has the same text
 * for any number of rows, and nothing is parsed twice, as it would be with JSON.
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

/** Returns a list of texts in PostgreSQL's array notation. */
function arrayText(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`;
}
