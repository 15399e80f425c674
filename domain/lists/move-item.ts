/** Returns the list with one of its items moved to another place. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const rest = items.filter((_item, index) => index !== from);
  const item = items[from];
  const place = Math.min(Math.max(to, 0), rest.length);
  return item === undefined ? items : [...rest.slice(0, place), item, ...rest.slice(place)];
}
