import * as fontkit from 'fontkit';

/** Ranges of code points, in order: the first and the last of each. */
export type CodePointRanges = readonly (readonly [number, number])[];

/**
 * Returns the code points for which at least one font has a glyph. A file that is no readable font covers
 * none.
 */
export function coveredCodePoints(fonts: readonly Buffer[]): CodePointRanges {
  const covered = new Set<number>();
  for (const bytes of fonts) for (const point of characterSetOf(bytes)) covered.add(point);
  const ranges: [number, number][] = [];
  for (const point of [...covered].sort((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last && last[1] === point - 1) last[1] = point;
    else ranges.push([point, point]);
  }
  return ranges;
}

function characterSetOf(bytes: Buffer): readonly number[] {
  try {
    const font = fontkit.create(bytes);
    const faces = 'fonts' in font ? font.fonts : [font];
    return faces.flatMap(({ characterSet }) => characterSet);
  } catch {
    return [];
  }
}

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
