import type { CodePointRanges } from './code-point-ranges.ts';

/** Question to the drawing process, which replies with a `TypstResult`. */
export type TypstRequest = DrawingRequest | { kind: 'letters' };

export interface DrawingRequest {
  /** The portal's own template for drawing it. */
  kind: 'document' | 'seal' | 'scan' | 'mailing';
  /** Data of the document, as JSON. */
  document: string;
}

export interface DrawingResult {
  pdf: Uint8Array;
  pages: number;
}

export type TypstResult = DrawingResult | { letters: CodePointRanges } | { failure: string };
