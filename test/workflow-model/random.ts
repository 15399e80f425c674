/** A seeded source of choices, so that a failing walk can be repeated. */
export interface Random {
  /** Returns a whole number from 0 up to, but not including, `limit`. */
  below(limit: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T | undefined;
  /** Returns some of the items, at least one if there are any. */
  some<T>(items: readonly T[]): T[];
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    // The Mulberry32 generator.
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  const pick = <T>(items: readonly T[]) => items[below(items.length)];
  return {
    below,
    pick,
    chance: (probability) => next() < probability,
    some: (items) => {
      const chosen = items.filter(() => next() < 0.5);
      const one = pick(items);
      return chosen.length === 0 && one !== undefined ? [one] : chosen;
    },
  };
}
