/** Widths of a list's columns where nothing of its own is said (S2 §9). */
export const columnWidth = {
  /** Of a column that says none. */
  standard: 100,
  /** Of the column of row numbers. */
  index: 60,
  /** The least that a person may draw a column to. */
  narrowest: 60,
  /** The least of a column of operations. */
  operations: 150,
  perCharacter: 20,
  beside: 16,
  operationsAtMost: 3,
} as const;

/**
 * Returns the width of the column of operations: 20 for each character of the first three, and 16, but 150 at
 * least (S2 §9).
 */
export function operationsWidth(labels: readonly string[]): number {
  const characters = labels
    .slice(0, columnWidth.operationsAtMost)
    .reduce((sum, label) => sum + [...label].length, 0);
  return Math.max(columnWidth.operations, characters * columnWidth.perCharacter + columnWidth.beside);
}
