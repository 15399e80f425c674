import type { LetterRanges } from './letter-coverage.ts';

/** Question to the drawing process, which replies with a `TypstAnswer`. */
export type TypstQuestion = DrawingQuestion | { kind: 'letters' };

export interface DrawingQuestion {
  /** The portal's own template for drawing it. */
  kind: 'document' | 'seal' | 'mailing';
  /** Data of the document, as JSON. */
  document: string;
}

export interface DrawnAnswer {
  pdf: Uint8Array;
  pages: number;
}

export type TypstAnswer = DrawnAnswer | { letters: LetterRanges } | { failure: string };
