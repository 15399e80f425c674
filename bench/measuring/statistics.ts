/** Median, minimum and maximum of the figures of all rounds. */
export interface Spread {
  median: number;
  min: number;
  max: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length / 2;
  const median =
    sorted.length % 2 === 1
      ? (sorted[Math.floor(middle)] ?? Number.NaN)
      : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
  return { median, min: sorted[0] ?? Number.NaN, max: sorted.at(-1) ?? Number.NaN };
}

/** Returns the ratio of two series, round by round: disturbances that affected both in a round cancel out. */
export function pairedRatio(over: readonly number[], under: readonly number[]): Spread {
  return spreadOf(over.map((value, round) => value / (under[round] ?? Number.NaN)));
}
