import type { CodePointRanges } from './code-point-ranges.ts';

/** Job of the drawing process, which replies with a `TypstResult`. */
export type TypstRequest = DrawingRequest | { kind: 'codePoints' };

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

export type TypstResult = DrawingResult | { codePoints: CodePointRanges } | { failure: string };
