/** Small pictures asked for at once: as many as a list shows. */
export const thumbnailLimits = { atOnce: 50 } as const;

/** Most that a screen shows of a sheet or a text; the rest is cut off, and said to be (0159). */
export const previewLimits = {
  /** Larger sheets are not opened at all, for a reader of sheets takes many times their size. */
  sheetBytes: 30 * 1_048_576,
  sheets: 30,
  rows: 2000,
  columns: 100,
  /** Of all sheets together. */
  cells: 60_000,
  cellLetters: 500,
  textBytes: 1_048_576,
  /** So much of a CSV is read. */
  csvBytes: 4 * 1_048_576,
  /** Of the parts of a workbook (xlsx) together, unpacked. */
  unpackedBytes: 64 * 1_048_576,
} as const;
