import type { MissingRecord } from '../refusals/missing-record.ts';

/**
 * A spreadsheet that people fill in and upload: its columns, its rows as read, and the changes that it would
 * make (decision 0169).
 */

/**
 * Kinds of columns: `code` is a text of letters, digits and hyphens; `list` is several texts in one cell;
 * `day` is `YYYY-MM-DD`.
 */
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
  /** Heading of the column; the template marks required ones with a star. */
  title: string;
  kind: SheetColumnKind;
  required?: boolean;
  /** Maximum number of characters of a text, and of each text of a list. */
  limit?: number;
  /** Minimum of a number. */
  min?: number;
  max?: number;
  /**
   * Values that can be chosen, as written in the spreadsheet; for a list, the possible values of each text.
   */
  choices?: readonly string[];
  /** Warning after the title in the heading, such as the only role that may fill in the column. */
  headingNote?: string;
  /** Heading if names replace the codes; every column of codes has one, except the key. */
  nameTitle?: string;
  /** Instruction for filling in the column, on the worksheet 填写说明. */
  hint: string;
  example: string;
  /** True if the value is imported but never exported: an empty cell keeps the stored value. */
  isSecret?: boolean;
}

/** Value of a cell after reading: a list as texts, an empty cell as null. */
export type SheetValue = string | number | readonly string[] | null;
export type SheetRow = Readonly<Record<string, SheetValue>>;

/** Returns the heading of a column, with its warning; the mark of a required column is added by the workbook. */
export const headingOf = ({ title, headingNote }: Pick<ImportColumn, 'title' | 'headingNote'>) =>
  headingNote === undefined ? title : `${title}（${headingNote}）`;

/** A row of an uploaded spreadsheet; missing columns are not among its values. */
export interface UploadedRow {
  /** Row number in the spreadsheet. */
  row: number;
  values: SheetRow;
}

/** One problem; row 0 means the whole file, row 1 the headings, and an empty column the whole row. */
export interface SheetProblem {
  row: number;
  column: string;
  message: string;
  /** The kind of record that the message says is missing here. */
  missing?: MissingRecord;
}

/** A changed field of a row, with its value before the change (`was`) and after it (`now`). */
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
  /**
   * All values of the row after the change, and before it; fields that the spreadsheet does not contain are
   * unchanged.
   */
  values: SheetRow;
  was: SheetRow | undefined;
  /** The filled fields of a new row, or the different fields of a changed row. */
  fields: readonly SheetField[];
}

export const sheetLimits = {
  /** Rows of one spreadsheet, without the headings. */
  rows: 5_000,
  bytes: 2 * 1_048_576,
  columns: 60,
  /**
   * Characters of all cells together: one text that many cells share is small in a file, but large in memory.
   */
  maxCharacters: 8_000_000,
  /** Codes of each kind on the worksheet 编码对照. */
  listedCodes: 2_000,
  /** Entries of each list that a page shows. */
  maxListedRows: 500,
  maxListedProblems: 500,
} as const;

/** Checks whether a text is a valid code: letters, digits and hyphens, up to 64 (decision 0169). */
export function isCode(text: string): boolean {
  return /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,62}[A-Za-z0-9])?$/.test(text);
}
export const codeMessage = '只能由字母、数字和短横线组成，不以短横线开头或结尾，不超过64个字符';
