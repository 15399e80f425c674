/** One of a list that rows of a sheet say the places of, from 1. */
export interface PlacedItem<Item> {
  item: Item;
  /** What its row says; undefined without a row, or where that says nothing. */
  place: number | undefined;
}

/**
 * The list as its rows would have it: what moves up or is new comes before what stood there, what moves down behind it. Of
 * `standing` what has no place stays where it is, of `added` it comes last.
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
