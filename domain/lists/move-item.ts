/** Returns the list with one of its items moved to another position. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const others = items.filter((_item, index) => index !== from);
  const item = items[from];
  const position = Math.min(Math.max(to, 0), others.length);
  return item === undefined ? items : [...others.slice(0, position), item, ...others.slice(position)];
}
