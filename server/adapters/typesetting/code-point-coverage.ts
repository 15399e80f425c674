import * as fontkit from 'fontkit';
import type { CodePointRanges } from './code-point-ranges.ts';

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
