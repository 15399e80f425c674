/** Number of thumbnails in one request: as many as a list shows. */
export const thumbnailLimits = { maxPerRequest: 50 } as const;

/** Limits of a preview of a spreadsheet or a text; the rest is cut off, with a note (0159). */
export const previewLimits = {
  /** Larger spreadsheets are not opened, because reading one takes many times its size. */
  sheetBytes: 30 * 1_048_576,
  sheets: 30,
  rows: 2000,
  columns: 100,
  /** Cells of all sheets together. */
  cells: 60_000,
  maxCellCharacters: 500,
  textBytes: 1_048_576,
  /** Bytes that are read of a CSV. */
  csvBytes: 4 * 1_048_576,
  /** Unpacked bytes of all parts of a workbook (xlsx) together. */
  unpackedBytes: 64 * 1_048_576,
} as const;
