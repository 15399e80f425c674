interface Waiting<Item> {
  item: Item;
  asker: string;
}

/** Waiting items in a line for each person; the lines are served in turn. */
export class FairQueue<Item> {
  readonly #lines = new Map<string, Item[]>();

  push(asker: string, item: Item): void {
    const line = this.#lines.get(asker);
    if (line) line.push(item);
    else this.#lines.set(asker, [item]);
  }

  /** Returns the number of waiting items of one person. */
  waitingOf(asker: string): number {
    return this.#lines.get(asker)?.length ?? 0;
  }

  /** Returns the next item of the first line whose person may be served now. */
  shift(mayBeServed: (asker: string) => boolean): Waiting<Item> | undefined {
    for (const [asker, line] of this.#lines) {
      if (!mayBeServed(asker)) continue;
      const [item, ...rest] = line;
      // The line is moved behind all others, or removed if empty.
      this.#lines.delete(asker);
      if (rest.length > 0) this.#lines.set(asker, rest);
      if (item !== undefined) return { item, asker };
    }
    return undefined;
  }

  /** Empties all lines. */
  takeAll(): Item[] {
    const items = [...this.#lines.values()].flat();
    this.#lines.clear();
    return items;
  }
}
