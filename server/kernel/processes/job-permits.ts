/** Permits for jobs, counted for each person; waiting pools are notified when one is released. */
export interface JobPermits {
  countOf(requester: string): number;
  acquire(requester: string): void;
  release(requester: string): void;
  /** Registers a function that is called when a permit is released; returns a function that removes it. */
  onRelease(listener: () => void): () => void;
}

export function createJobPermits(): JobPermits {
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
    onRelease(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
