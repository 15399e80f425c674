import type { LetterRanges } from './letter-coverage.ts';

/** Question to the drawing process, which replies with a `TypstAnswer`. */
export type TypstQuestion = DrawingQuestion | { kind: 'letters' };

export interface DrawingQuestion {
  /** Which of the portal's own templates draws it. */
  kind: 'document' | 'seal' | 'mailing';
  /** Document to draw, as JSON. */
  document: string;
}

export interface DrawnAnswer {
  pdf: Uint8Array;
  pages: number;
}

export type TypstAnswer = DrawnAnswer | { letters: LetterRanges } | { failure: string };
