/** One item of a list whose order is given by rows of a spreadsheet, from 1. */
export interface PlacedItem<Item> {
  item: Item;
  /** Place given in its row; undefined without a row, or if the row gives none. */
  place: number | undefined;
}

/**
 * Returns the list in the order given by its rows: an item that moves up or is new is put before the item at
 * that place, an item that moves down after it. Without a place, an item of `current` stays where it is, and
 * an item of `added` is put last.
 */
export function placedRows<Item>(
  current: readonly PlacedItem<Item>[],
  added: readonly PlacedItem<Item>[],
): Item[] {
  return [
    ...current.map(({ item, place }, index) => {
      const order = place ?? index + 1;
      return { item, order, rank: Math.sign(order - index - 1) };
    }),
    ...added.map(({ item, place }) => ({ item, order: place ?? Number.MAX_SAFE_INTEGER, rank: -1 })),
  ]
    .sort((a, b) => a.order - b.order || a.rank - b.rank)
    .map(({ item }) => item);
}
