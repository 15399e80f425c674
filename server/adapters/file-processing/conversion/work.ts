import type { FilePreview } from '#contract/file-previews.ts';
import type { RawSheet } from '#domain/sheets/raw-sheet.ts';
import type { PackedTexts } from './packed-texts.ts';

/** Requests to the worker pool, and its answers. */

export interface MergeOrder {
  work: 'merge';
  inputs: readonly { path: string; contentType: string }[];
  /** Path to which the document is written. */
  out: string;
  mostPages: number;
}

export interface PreviewOrder {
  work: 'preview';
  path: string;
  format: 'xlsx' | 'xls' | 'csv' | 'txt';
}

export interface ThumbnailOrder {
  work: 'thumbnail';
  path: string;
}

/** A picture in a format that uploads do not accept; it is converted to one that they do. */
export interface ConvertOrder {
  work: 'convert';
  path: string;
  kind: 'heic' | 'tiff';
  /** Path to which the picture is written. */
  out: string;
}

/** A JPEG, or a PDF if there are several pages. */
export interface ConvertedPicture {
  kind: 'jpg' | 'pdf';
  pages: number;
}

export interface StampOrder {
  work: 'stamp';
  path: string;
  contentType: string;
  /** Path to which the stamped copy is written. */
  out: string;
  lines: readonly string[];
  mostPages: number;
}

/** A sheet of a workbook to import; the file is not stored. */
export interface ReadSheetOrder {
  work: 'readSheet';
  bytes: Uint8Array;
  /** The sheet with this name, or the first visible one. */
  name: string;
  mostRows: number;
  mostColumns: number;
}

/** A configuration bundle, within narrow limits. */
export interface ReadPackageOrder {
  work: 'readPackage';
  bytes: Uint8Array;
  mostParts: number;
  /** Bytes of all parts together, unpacked. */
  mostBytes: number;
  /** Values of one part. */
  mostValues: number;
}

export interface ReadPackage {
  /** The text in the file; empty if there is none. */
  manifest: string;
  files: PackageFile[];
}

/** A list in a configuration bundle. */
export interface PackageFile {
  name: string;
  /** Digest of its text. */
  sha256: string;
  /** Reason why it has no rows: no list, too deep or too large, texts that cannot be stored. */
  fault: 'noList' | 'beyond' | 'unclean' | undefined;
  /** Each row as separate JSON. */
  rows: PackedTexts;
}

export interface FormColumn {
  title: string;
  required: boolean;
  kind: string;
  hint: string;
  example: string;
  /** Choices offered in the cell. */
  choices: readonly string[];
  /** True if its cells are text, whatever is typed. */
  isText: boolean;
}

/** A workbook to fill in: the sheet, the instructions, and the choices. */
export interface WriteSheetOrder {
  work: 'writeSheet';
  name: string;
  columns: readonly FormColumn[];
  rows: readonly (readonly (string | number | null)[])[];
  mostRows: number;
  /** Lists of codes with their names, to look up. */
  codes: readonly {
    title: string;
    rows: readonly (readonly [code: string, name: string])[];
    isCut: boolean;
  }[];
}

export type WorkOrder =
  | MergeOrder
  | PreviewOrder
  | ThumbnailOrder
  | ConvertOrder
  | StampOrder
  | ReadSheetOrder
  | ReadPackageOrder
  | WriteSheetOrder;

export interface MergeResult {
  pages: number;
}

/** Problem of a file that prevents the work. */
export interface WorkProblem {
  /**
   * `tooManyCells`, `tooManyObjects`: more than the limit. `signed`: any change would break its signature.
   * For an imported sheet: `noWorkbook` is another kind of file, `locked` has a password, `dangerous` has
   * forbidden content.
   */
  fault:
    | 'unreadable'
    | 'tooManyPages'
    | 'tooManyCells'
    | 'tooManyObjects'
    | 'signed'
    | 'noWorkbook'
    | 'locked'
    | 'dangerous';
  /** Index of the input. */
  at: number;
}

interface ResultOf {
  merge: MergeResult;
  preview: FilePreview;
  /** As WebP. */
  thumbnail: Uint8Array;
  convert: ConvertedPicture;
  stamp: { size: number };
  readSheet: RawSheet;
  readPackage: ReadPackage;
  writeSheet: Uint8Array;
}
export type Made<O extends WorkOrder> = ResultOf[O['work']];
export type WorkResult = ResultOf[keyof ResultOf];

/** Thrown inside the conversion pool for an input that cannot be processed. */
export class CannotWork extends Error {
  readonly fault: WorkProblem;

  constructor(problem: WorkProblem['fault'], at = 0) {
    super(problem);
    this.fault = { fault: problem, at };
  }
}
