/** Random choices that repeat for the same seed, so that the demo is the same office on every machine. */
export interface Random {
  /** Returns a number from 0 up to, but not including, 1. */
  next(): number;
  /** Returns a whole number, both ends included. */
  int(from: number, to: number): number;
  /** Returns true with this probability, 0 to 1. */
  chance(probability: number): boolean;
  pick<T>(choices: readonly T[]): T;
}

/** The Mulberry32 generator: 32 bits of state are enough for a few thousand choices. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick(choices) {
      const choice = choices[int(0, choices.length - 1)];
      if (choice === undefined) throw new Error('There is nothing to choose from');
      return choice;
    },
  };
}
