/** A cell as the reader of workbooks finds it. */
export type RawCell = string | number | boolean | { day: string } | { fault: 'formula' | 'error' } | null;

/** The sheet of an uploaded workbook that was read: only what has content, blank rows at the end left out. */
export interface RawSheet {
  name: string;
  rows: readonly (readonly RawCell[])[];
  /** Rows, from 1, that have a part in merged cells. */
  mergedRows: readonly number[];
  /** The sheet has more rows than were read. */
  isCut: boolean;
}
