import type { FilePreview } from '#contract/file-previews.ts';

/** What the workshop is asked and what it answers. */

export interface MergeOrder {
  work: 'merge';
  inputs: readonly { path: string; contentType: string }[];
  /** Where the paper is written. */
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

export interface StampOrder {
  work: 'stamp';
  path: string;
  contentType: string;
  /** Where the stamped copy is written. */
  out: string;
  lines: readonly string[];
  mostPages: number;
}

export type WorkOrder = MergeOrder | PreviewOrder | ThumbnailOrder | StampOrder;

export interface MergeResult {
  pages: number;
}

/** Why something cannot be made of a file. */
export interface WorkFault {
  /** `signed`: whatever is written onto it, its signature is broken. */
  fault: 'unreadable' | 'tooManyPages' | 'signed';
  /** Which of the inputs. */
  at: number;
}

interface ResultOf {
  merge: MergeResult;
  preview: FilePreview;
  /** WebP. */
  thumbnail: Uint8Array;
  stamp: { size: number };
}
export type Made<O extends WorkOrder> = ResultOf[O['work']];
export type WorkResult = ResultOf[keyof ResultOf];

/** Thrown inside the workshop where an input cannot be worked on. */
export class CannotWork extends Error {
  readonly fault: WorkFault;

  constructor(fault: WorkFault['fault'], at = 0) {
    super(fault);
    this.fault = { fault, at };
  }
}
