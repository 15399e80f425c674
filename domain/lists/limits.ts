/** Limits of every list (S0 §9, S2 §9). */
export const listLimits = {
  defaultPageSize: 10,
  /** Largest number of rows in one export. */
  maxExportRows: 10_000,
  /** Largest number of rows that are printed at once: some fifty pages. */
  maxPrintedRows: 1_000,
  /** Totals are counted up to one more than can be exported; larger totals are shown as 10000+. */
  maxCountedRows: 10_001,
  maxSpanDays: 365,
  filtersPerRow: 3,
} as const;

/** Page sizes that a list offers, in ascending order (S0 §9). */
export const pageSizes = [5, 10, 20, 30, 40, 50, 100, 150, 200] as const;
