/** One item of a list whose order is given by rows of a spreadsheet, from 1. */
export interface PositionedItem<Item> {
  item: Item;
  /** Position given in its row; undefined without a row, or if the row gives none. */
  position: number | undefined;
}

/**
 * Returns the list in the order given by its rows: an item that moves up or is new is put before the item at
 * that position, an item that moves down after it. Without a position, an item of `current` stays where it
 * is, and an item of `added` is put last.
 */
export function sortByPosition<Item>(
  current: readonly PositionedItem<Item>[],
  added: readonly PositionedItem<Item>[],
): Item[] {
  return [
    ...current.map(({ item, position }, index) => {
      const order = position ?? index + 1;
      return { item, order, rank: Math.sign(order - index - 1) };
    }),
    ...added.map(({ item, position }) => ({ item, order: position ?? Number.MAX_SAFE_INTEGER, rank: -1 })),
  ]
    .sort((a, b) => a.order - b.order || a.rank - b.rank)
    .map(({ item }) => item);
}
