/** Counts the places that each person occupies, and notifies waiting pools when one becomes free. */
export interface Places {
  countOf(requester: string): number;
  acquire(requester: string): void;
  release(requester: string): void;
  /** Registers a function that is called when a place becomes free; returns a function that removes it. */
  onFree(listener: () => void): () => void;
}

export function createPlaces(): Places {
  const counts = new Map<string, number>();
  const listeners = new Set<() => void>();
  return {
    countOf: (requester) => counts.get(requester) ?? 0,
    acquire: (requester) => void counts.set(requester, (counts.get(requester) ?? 0) + 1),
    release(requester) {
      const remaining = (counts.get(requester) ?? 1) - 1;
      if (remaining > 0) counts.set(requester, remaining);
      else counts.delete(requester);
      for (const listener of [...listeners]) listener();
    },
    onFree(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
