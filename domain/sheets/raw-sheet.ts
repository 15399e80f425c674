/** A cell as the workbook reader returns it. */
export type RawCell = string | number | boolean | { day: string } | { problem: 'formula' | 'error' } | null;

/**
 * The worksheet that was read from an uploaded workbook: cells with content only, without blank rows at the
 * end.
 */
export interface RawSheet {
  name: string;
  rows: readonly (readonly RawCell[])[];
  /** Numbers of the rows, from 1, that contain merged cells. */
  mergedRows: readonly number[];
  /** True if the sheet has more rows than were read. */
  isCut: boolean;
}
