interface QueuedItem<Item> {
  item: Item;
  requester: string;
}

/** Waiting items in a line for each person; the lines are served in turn. */
export class FairQueue<Item> {
  readonly #lines = new Map<string, Item[]>();

  push(requester: string, item: Item): void {
    const line = this.#lines.get(requester);
    if (line) line.push(item);
    else this.#lines.set(requester, [item]);
  }

  /** Returns the number of waiting items of one person. */
  countWaiting(requester: string): number {
    return this.#lines.get(requester)?.length ?? 0;
  }

  /** Returns the next item of the first line whose person may be served now. */
  shift(mayBeServed: (requester: string) => boolean): QueuedItem<Item> | undefined {
    for (const [requester, line] of this.#lines) {
      if (!mayBeServed(requester)) continue;
      const [item, ...rest] = line;
      // The line is moved behind all others, or removed if empty.
      this.#lines.delete(requester);
      if (rest.length > 0) this.#lines.set(requester, rest);
      if (item !== undefined) return { item, requester };
    }
    return undefined;
  }

  /** Empties all lines. */
  drain(): Item[] {
    const items = [...this.#lines.values()].flat();
    this.#lines.clear();
    return items;
  }
}
