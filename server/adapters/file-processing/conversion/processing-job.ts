import type { FilePreview } from '#contract/file-previews.ts';
import type { RawSheet } from '#domain/sheets/raw-sheet.ts';
import type { PackedTexts } from './packed-texts.ts';

/** Requests to the worker pool, and its answers. */

export interface MergeJob {
  work: 'merge';
  inputs: readonly { path: string; contentType: string }[];
  /** Path to which the document is written. */
  outputPath: string;
  maxPages: number;
}

export interface PreviewJob {
  work: 'preview';
  path: string;
  format: 'xlsx' | 'xls' | 'csv' | 'txt';
}

export interface ThumbnailJob {
  work: 'thumbnail';
  path: string;
}

/** A picture in a format that uploads do not accept; it is converted to one that they do. */
export interface ConvertJob {
  work: 'convert';
  path: string;
  kind: 'heic' | 'tiff';
  /** Path to which the picture is written. */
  outputPath: string;
}

/** A JPEG, or a PDF if there are several pages. */
export interface ConvertedPicture {
  kind: 'jpg' | 'pdf';
  pages: number;
}

export interface WatermarkJob {
  work: 'watermark';
  path: string;
  contentType: string;
  /** Path to which the copy with the watermark is written. */
  outputPath: string;
  lines: readonly string[];
  maxPages: number;
}

/** A sheet of a workbook to import; the file is not stored. */
export interface ReadSheetJob {
  work: 'readSheet';
  bytes: Uint8Array;
  /** The sheet with this name, or the first visible one. */
  name: string;
  maxRows: number;
  maxColumns: number;
}

/** A configuration bundle, within narrow limits. */
export interface ReadBundleJob {
  work: 'readBundle';
  bytes: Uint8Array;
  maxParts: number;
  /** Bytes of all parts together, unpacked. */
  maxBytes: number;
  /** Values of one part. */
  maxValues: number;
}

export interface UnpackedBundle {
  /** The text in the file; empty if there is none. */
  manifest: string;
  files: BundleList[];
}

/** A list in a configuration bundle. */
export interface BundleList {
  name: string;
  /** Digest of its text. */
  sha256: string;
  /** Reason why it has no rows: not a list, too deep or too large, texts that cannot be stored. */
  problem: 'notAList' | 'tooLarge' | 'invalidText' | undefined;
  /** Each row as separate JSON. */
  rows: PackedTexts;
}

export interface TemplateColumn {
  title: string;
  required: boolean;
  kind: string;
  hint: string;
  example: string;
  /** Choices offered in the cell. */
  choices: readonly string[];
  /** True if its cells are text, even if a number is typed. */
  isText: boolean;
}

/** A workbook to fill in: the sheet, the instructions, and the choices. */
export interface WriteSheetJob {
  work: 'writeSheet';
  name: string;
  columns: readonly TemplateColumn[];
  rows: readonly (readonly (string | number | null)[])[];
  maxRows: number;
  /** Lists of codes with their names, to look up. */
  codes: readonly {
    title: string;
    rows: readonly (readonly [code: string, name: string])[];
    isCut: boolean;
  }[];
}

export type ProcessingJob =
  | MergeJob
  | PreviewJob
  | ThumbnailJob
  | ConvertJob
  | WatermarkJob
  | ReadSheetJob
  | ReadBundleJob
  | WriteSheetJob;

export interface MergeResult {
  pages: number;
}

/** Problem of a file that prevents the work. */
export interface ProcessingProblem {
  /**
   * `tooManyCells`, `tooManyObjects`: more than the limit. `signed`: any change would break its signature.
   * For an imported sheet or bundle: `otherFormat` is another kind of file, `locked` has a password, `dangerous`
   * has forbidden content.
   */
  problem:
    | 'unreadable'
    | 'tooManyPages'
    | 'tooManyCells'
    | 'tooManyObjects'
    | 'signed'
    | 'otherFormat'
    | 'locked'
    | 'dangerous';
  /** Index of the input. */
  inputIndex: number;
}

interface ResultOf {
  merge: MergeResult;
  preview: FilePreview;
  /** As WebP. */
  thumbnail: Uint8Array;
  convert: ConvertedPicture;
  watermark: { size: number };
  readSheet: RawSheet;
  readBundle: UnpackedBundle;
  writeSheet: Uint8Array;
}
export type ResultOfJob<O extends ProcessingJob> = ResultOf[O['work']];
export type ProcessingResult = ResultOf[keyof ResultOf];

/** Thrown inside the conversion pool for an input that cannot be processed. */
export class ProcessingError extends Error {
  readonly problem: ProcessingProblem;

  constructor(problem: ProcessingProblem['problem'], index = 0) {
    super(problem);
    this.problem = { problem: problem, inputIndex: index };
  }
}
