/** Ranges of code points, in order: the first and the last of each. */
export type CodePointRanges = readonly (readonly [number, number])[];

/** Returns a function that checks whether a code point is in one of the ranges. */
export function isCoveredBy(ranges: CodePointRanges): (codePoint: number) => boolean {
  return (point) => {
    let [low, high] = [0, ranges.length - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const [first, last] = ranges[middle] ?? [0, 0];
      if (point < first) high = middle - 1;
      else if (point > last) low = middle + 1;
      else return true;
    }
    return false;
  };
}
