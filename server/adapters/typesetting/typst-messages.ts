import type { CodePointRanges } from './code-point-ranges.ts';
import type { DocumentPictures } from './document-pictures.ts';

/** Job of the drawing process, which replies with a `TypstResult`. */
export type TypstRequest = DrawingRequest | { kind: 'codePoints' };

export interface DrawingRequest {
  /** The portal's own template for drawing it. */
  kind: 'document' | 'seal' | 'scan' | 'mailing';
  /** Data of the document, as JSON. */
  document: string;
  /** Pictures by the ids under which the document names them. */
  pictures?: DocumentPictures;
}

export interface DrawingResult {
  pdf: Uint8Array;
  pages: number;
}

export type TypstResult = DrawingResult | { codePoints: CodePointRanges } | { failure: string };
