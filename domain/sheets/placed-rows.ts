/** One of a list that rows of a sheet say the places of, from 1. */
export interface PlacedItem<Item> {
  item: Item;
  /** Place that its row gives; undefined without a row, or where the row gives none. */
  place: number | undefined;
}

/**
 * Returns the list in the order that its rows ask for: an item that moves up or is new comes before the item
 * that was there, an item that moves down behind it. Without a place, an item of `standing` stays where it
 * is, and an item of `added` comes last.
 */
export function placedRows<Item>(
  standing: readonly PlacedItem<Item>[],
  added: readonly PlacedItem<Item>[],
): Item[] {
  return [
    ...standing.map(({ item, place }, at) => {
      const order = place ?? at + 1;
      return { item, order, rank: Math.sign(order - at - 1) };
    }),
    ...added.map(({ item, place }) => ({ item, order: place ?? Number.MAX_SAFE_INTEGER, rank: -1 })),
  ]
    .sort((a, b) => a.order - b.order || a.rank - b.rank)
    .map(({ item }) => item);
}
