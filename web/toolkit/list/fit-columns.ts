/** Width of a column in a table. */
export interface ColumnSpace {
  /** Pixels that the column has where there is space. */
  preferred: number;
  /** Pixels to which it gives way before another column leaves the window. */
  min: number;
  /** Takes what is left. */
  grows: boolean;
}

/**
 * Returns the widths of columns for the room of a table without its fixed columns. If there is too little,
 * columns give way to their minimum widths. If that is too little, too, the table scrolls sideways: the columns
 * before the edge fill the room, so that the edge never covers a part of a column.
 */
export function fitColumns(columns: readonly ColumnSpace[], space: number): number[] {
  let free = space;
  let inside = 0;
  for (const { min } of columns) {
    if (min > free) break;
    free -= min;
    inside += 1;
  }
  const widths = columns.map(({ preferred, min }, index) => {
    if (index >= inside) return preferred;
    const given = Math.min(free, preferred - min);
    free -= given;
    return min + given;
  });
  // Without a column that grows, the first one takes what is left.
  const last = Math.max(
    0,
    columns.slice(0, inside).findIndex(({ grows }) => grows),
  );
  if (inside > 0 && inside < columns.length) widths[last] = (widths[last] ?? 0) + free;
  return widths;
}
