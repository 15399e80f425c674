/** Counts the places that each person occupies, and notifies waiting pools when one becomes free. */
export interface Places {
  held(asker: string): number;
  take(asker: string): void;
  giveBack(asker: string): void;
  /** Registers a function that is called when a place becomes free; returns a function that removes it. */
  onFree(call: () => void): () => void;
}

export function createPlaces(): Places {
  const held = new Map<string, number>();
  const calls = new Set<() => void>();
  return {
    held: (asker) => held.get(asker) ?? 0,
    take: (asker) => void held.set(asker, (held.get(asker) ?? 0) + 1),
    giveBack(asker) {
      const left = (held.get(asker) ?? 1) - 1;
      if (left > 0) held.set(asker, left);
      else held.delete(asker);
      for (const call of [...calls]) call();
    },
    onFree(call) {
      calls.add(call);
      return () => void calls.delete(call);
    },
  };
}
