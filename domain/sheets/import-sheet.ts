/**
 * A sheet that people fill in and upload: its columns, its rows as read, and the changes it would make (decision 0169).
 */

/** `code` is a text of letters, digits and hyphens; `list` several texts in one cell; `day` is `YYYY-MM-DD`. */
export const sheetColumnKindLabel = {
  text: '文本',
  code: '编码（字母、数字、短横线）',
  choice: '选项',
  list: '多项，用顿号分隔',
  number: '整数',
  day: '日期，如 2026-03-01',
} as const;
export type SheetColumnKind = keyof typeof sheetColumnKindLabel;

export interface ImportColumn {
  key: string;
  /** The head of the column; the template marks required ones with a star. */
  title: string;
  kind: SheetColumnKind;
  required?: boolean;
  /** The most characters of a text, and of each text of a list. */
  limit?: number;
  /** Of a number. */
  min?: number;
  max?: number;
  /** Values that may be chosen, in the words of the sheet; of a list, the values that each of its texts may have. */
  choices?: readonly string[];
  /** The instruction for filling it in, for the sheet 填写说明. */
  hint: string;
  example: string;
  /** It is imported and never shown again: an empty cell keeps the stored value, exports leave it out. */
  isSecret?: boolean;
}

/** Value of a cell after reading: a list as texts, an empty cell as null. */
export type SheetValue = string | number | readonly string[] | null;
export type SheetRow = Readonly<Record<string, SheetValue>>;

/** A row of an uploaded sheet; a column that the sheet has not is not among its values. */
export interface ReadRow {
  /** As the spreadsheet numbers it. */
  row: number;
  values: SheetRow;
}

/** One thing wrong; row 0 is the whole file, row 1 its head, and an empty column the whole row. */
export interface SheetProblem {
  row: number;
  column: string;
  message: string;
}

export interface SheetField {
  title: string;
  was: string;
  now: string;
}

export interface SheetChange {
  row: number;
  kind: 'added' | 'changed' | 'same';
  /** Key of the row, such as its code. */
  key: string;
  /** All values of the row after the change, and before it; fields that the sheet does not hold stay as they were. */
  values: SheetRow;
  was: SheetRow | undefined;
  /** Of an added row what is filled in, of a changed one what differs. */
  fields: readonly SheetField[];
}

export const sheetLimits = {
  /** Rows of one sheet, beyond its head. */
  rows: 5_000,
  bytes: 2 * 1_048_576,
  columns: 60,
  /** Letters of all cells together: one text that many cells share is small in a file, and large in what is read of it. */
  letters: 8_000_000,
  /** Of each list, as many as a screen shows. */
  shownRows: 500,
  shownProblems: 500,
} as const;

/** Checks whether a text may be a code: letters, digits and hyphens, up to 64 (decision 0169). */
export function isCode(text: string): boolean {
  return /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,62}[A-Za-z0-9])?$/.test(text);
}
export const codeMessage = '只能由字母、数字和短横线组成，不以短横线开头或结尾，不超过64个字符';
