export const SortOrder = { descending: 'desc', ascending: 'asc' } as const;
export type SortOrder = (typeof SortOrder)[keyof typeof SortOrder];

export function isSortOrder(value: unknown): value is SortOrder {
  return value === SortOrder.descending || value === SortOrder.ascending;
}

/** The column a list is sorted by and its direction. */
export interface Sorting {
  sort: string;
  order: SortOrder;
}

/**
 * Returns the sorting after a click on a column: descending first, then descending and ascending by turns
 * (S0 §4, S2 §4).
 */
export function toggleSorting(current: Sorting | undefined, column: string): Sorting {
  const flips = current?.sort === column && current.order === SortOrder.descending;
  return { sort: column, order: flips ? SortOrder.ascending : SortOrder.descending };
}
