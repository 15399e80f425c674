import { indexColumn } from '../list-model/list-columns.ts';
import type { ListColumn, RowAction } from '../list-model/list-types.ts';
import type { ListCard } from './ListCards.tsx';

/**
 * Returns the card of a list that declares none: the first column is its title, the others are below with
 * their labels.
 */
export function cardOfColumns<Row>(
  columns: readonly ListColumn<Row>[],
  rowActions: ((row: Row) => readonly RowAction[]) | undefined,
): (row: Row) => ListCard {
  const [first, ...rest] = columns.filter(({ key }) => key !== indexColumn.key);
  return (row) => ({
    url: first?.link?.(row),
    title: first?.render(row),
    facts: rest.map(({ key, title, render }) => ({ key, label: title, value: render(row) })),
    actions: rowActions?.(row),
  });
}
