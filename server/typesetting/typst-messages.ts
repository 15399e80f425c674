/** What the drawing process is asked and what it answers. */
export interface TypstQuestion {
  /** Which of the portal's own templates draws it. */
  kind: 'document' | 'seal' | 'mailing';
  /** What is drawn, as JSON. */
  document: string;
}

export type TypstAnswer = { pdf: Uint8Array; pages: number } | { failure: string };
