/** Width of a column in a table. */
export interface ColumnSpace {
  /** Pixels that the column has where there is space. */
  preferred: number;
  /** Pixels to which it shrinks before another column is scrolled out of the window. */
  min: number;
  /** True if it takes the remaining space. */
  grows: boolean;
}

/**
 * Returns the widths of columns for the space of a table without its fixed columns. If there is too little,
 * columns shrink to their minimum widths. If that is too little, too, the table scrolls sideways: the columns
 * before the edge fill the space, so that the edge never covers a part of a column.
 */
export function fitColumns(columns: readonly ColumnSpace[], space: number): number[] {
  let remaining = space;
  let fittingCount = 0;
  for (const { min } of columns) {
    if (min > remaining) break;
    remaining -= min;
    fittingCount += 1;
  }
  const widths = columns.map(({ preferred, min }, index) => {
    if (index >= fittingCount) return preferred;
    const extra = Math.min(remaining, preferred - min);
    remaining -= extra;
    return min + extra;
  });
  // Without a column that grows, the first one takes the remaining space.
  const growingIndex = Math.max(
    0,
    columns.slice(0, fittingCount).findIndex(({ grows }) => grows),
  );
  if (fittingCount > 0 && fittingCount < columns.length)
    widths[growingIndex] = (widths[growingIndex] ?? 0) + remaining;
  return widths;
}
