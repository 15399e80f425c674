import type { FilePreview } from '#contract/file-previews.ts';
import type { RawSheet } from '#domain/sheets/raw-sheet.ts';
import type { PackedTexts } from './packed-texts.ts';

/** Requests to the worker pool, and its answers. */

export interface MergeOrder {
  work: 'merge';
  inputs: readonly { path: string; contentType: string }[];
  /** The place where the document is written. */
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

/** A picture of a format that no place takes; it is written anew as one that every place does. */
export interface ConvertOrder {
  work: 'convert';
  path: string;
  kind: 'heic' | 'tiff';
  /** The place where the picture is written. */
  out: string;
}

/** A JPEG, or a PDF of all pages where there are several. */
export interface ConvertedPicture {
  kind: 'jpg' | 'pdf';
  pages: number;
}

export interface StampOrder {
  work: 'stamp';
  path: string;
  contentType: string;
  /** The place where the stamped copy is written. */
  out: string;
  lines: readonly string[];
  mostPages: number;
}

/** The sheet of a workbook that is to be imported; it is read as it came and kept nowhere. */
export interface ReadSheetOrder {
  work: 'readSheet';
  bytes: Uint8Array;
  /** The sheet of this name, or the first that is seen. */
  name: string;
  mostRows: number;
  mostColumns: number;
}

/** An office package, within narrow bounds. */
export interface ReadPackageOrder {
  work: 'readPackage';
  bytes: Uint8Array;
  mostParts: number;
  /** Of all parts together, unpacked. */
  mostBytes: number;
  /** Values of one part. */
  mostValues: number;
}

export interface ReadPackage {
  /** As it stands in the file; empty where there is none. */
  manifest: string;
  files: PackageFile[];
}

/** A list in an office package. */
export interface PackageFile {
  name: string;
  /** Of its text. */
  sha256: string;
  /** Why there are no rows of it: no list, deeper or more than a package may hold, texts that cannot be kept. */
  fault: 'noList' | 'beyond' | 'unclean' | undefined;
  /** Each row as JSON of its own. */
  rows: PackedTexts;
}

export interface FormColumn {
  title: string;
  required: boolean;
  kind: string;
  hint: string;
  example: string;
  /** Offered in the cell. */
  choices: readonly string[];
  /** Its cells hold text, whatever is typed. */
  isText: boolean;
}

/** A workbook to be filled in: the sheet, how it is filled in, and what may be chosen. */
export interface WriteSheetOrder {
  work: 'writeSheet';
  name: string;
  columns: readonly FormColumn[];
  rows: readonly (readonly (string | number | null)[])[];
  mostRows: number;
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

/** Why something cannot be made of a file. */
export interface WorkProblem {
  /**
   * `tooManyCells`, `tooManyObjects`: more than is built at all. `signed`: whatever is written onto it, its signature is broken. Of a sheet that comes in: `noWorkbook` is another kind of
   * file, `locked` has a password, `dangerous` holds what no upload may.
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
  /** Which of the inputs. */
  at: number;
}

interface ResultOf {
  merge: MergeResult;
  preview: FilePreview;
  /** WebP. */
  thumbnail: Uint8Array;
  convert: ConvertedPicture;
  stamp: { size: number };
  readSheet: RawSheet;
  readPackage: ReadPackage;
  writeSheet: Uint8Array;
}
export type Made<O extends WorkOrder> = ResultOf[O['work']];
export type WorkResult = ResultOf[keyof ResultOf];

/** Thrown inside the conversion pool where an input cannot be worked on. */
export class CannotWork extends Error {
  readonly fault: WorkProblem;

  constructor(problem: WorkProblem['fault'], at = 0) {
    super(problem);
    this.fault = { fault: problem, at };
  }
}
