/** Widths of list columns without a setting of their own (S2 §9). */
export const columnWidth = {
  /** Width of a column without a setting. */
  standard: 100,
  /** Width of the column of row numbers. */
  index: 60,
  /** Smallest width that a person may set. */
  minWidth: 60,
  /** Smallest width of a column of operations. */
  minOperationsWidth: 150,
  perCharacter: 20,
  padding: 16,
  maxOperations: 3,
} as const;

/**
 * Returns the width of the column of operations: 20 for each character of the first three operations, plus
 * 16, but at least 150 (S2 §9).
 */
export function operationsWidth(labels: readonly string[]): number {
  const characters = labels
    .slice(0, columnWidth.maxOperations)
    .reduce((sum, label) => sum + [...label].length, 0);
  return Math.max(
    columnWidth.minOperationsWidth,
    characters * columnWidth.perCharacter + columnWidth.padding,
  );
}
