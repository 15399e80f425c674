import type { LetterRanges } from './letter-coverage.ts';

/** What the drawing process is asked and what it answers. */
export type TypstQuestion = DrawingQuestion | { kind: 'letters' };

export interface DrawingQuestion {
  /** Which of the portal's own templates draws it. */
  kind: 'document' | 'seal' | 'mailing';
  /** What is drawn, as JSON. */
  document: string;
}

export interface DrawnAnswer {
  pdf: Uint8Array;
  pages: number;
}

export type TypstAnswer = DrawnAnswer | { letters: LetterRanges } | { failure: string };
