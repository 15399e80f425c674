/** Counts the places that each person occupies, and notifies waiting pools when one becomes free. */
export interface Places {
  countOf(requester: string): number;
  acquire(requester: string): void;
  release(requester: string): void;
  /** Registers a function that is called when a place becomes free; returns a function that removes it. */
  onFree(call: () => void): () => void;
}

export function createPlaces(): Places {
  const held = new Map<string, number>();
  const calls = new Set<() => void>();
  return {
    countOf: (requester) => held.get(requester) ?? 0,
    acquire: (requester) => void held.set(requester, (held.get(requester) ?? 0) + 1),
    release(requester) {
      const left = (held.get(requester) ?? 1) - 1;
      if (left > 0) held.set(requester, left);
      else held.delete(requester);
      for (const call of [...calls]) call();
    },
    onFree(call) {
      calls.add(call);
      return () => void calls.delete(call);
    },
  };
}
