export const SortOrder = { descending: 'desc', ascending: 'asc' } as const;
export type SortOrder = (typeof SortOrder)[keyof typeof SortOrder];

export function isSortOrder(value: unknown): value is SortOrder {
  return value === SortOrder.descending || value === SortOrder.ascending;
}

/** The sorted column of a list and the direction. */
export interface Sorting {
  sort: string;
  order: SortOrder;
}

/**
 * Returns the sorting after a click on a column: first descending, then alternately ascending and descending
 * (S0 §4, S2 §4).
 */
export function toggleSorting(current: Sorting | undefined, column: string): Sorting {
  const turnsAscending = current?.sort === column && current.order === SortOrder.descending;
  return { sort: column, order: turnsAscending ? SortOrder.ascending : SortOrder.descending };
}
