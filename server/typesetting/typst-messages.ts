/** What the drawing process is asked and what it answers. */
export interface ChildQuestion {
  id: number;
  /** Which of the portal's own templates draws it. */
  kind: 'document' | 'seal' | 'mailing';
  /** What is drawn, as JSON. */
  document: string;
}

export type ChildAnswer = { pdf: Uint8Array; pages: number } | { failure: string };
export type ChildMessage = { id: number } & ChildAnswer;
