import type { ReactNode } from 'react';
import { indexColumn } from '../list-model/list-columns.ts';
import type { ListColumn, RowAction } from '../list-model/list-types.ts';
import type { ListCard } from './ListCards.tsx';

/** Titles of the columns that contain the state of a row. */
const stateTitles: ReadonlySet<string> = new Set(['状态', '结果']);

/**
 * Returns the card of a list that declares none: the first column is its title, the state is next to it, and
 * the others are below with their labels, without those that have no value.
 */
export function cardOfColumns<Row>(
  columns: readonly ListColumn<Row>[],
  rowActions: ((row: Row) => readonly RowAction[]) | undefined,
): (row: Row) => ListCard {
  const [first, ...rest] = columns.filter(({ key }) => key !== indexColumn.key);
  const state = rest.find(({ title }) => stateTitles.has(title));
  return (row) => ({
    url: first?.link?.(row),
    title: first?.render(row),
    state: state?.render(row),
    facts: rest
      .filter((column) => column !== state)
      .map(({ key, title, render }) => ({ key, label: title, value: render(row) }))
      .filter(({ value }) => !isMissing(value)),
    actions: rowActions?.(row),
  });
}

/** Checks for a value that a table shows as an empty cell or as a dash. */
function isMissing(value: ReactNode): boolean {
  return value === undefined || value === null || value === '' || value === '—';
}
