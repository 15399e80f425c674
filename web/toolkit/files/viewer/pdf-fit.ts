import { readStored, writeStored } from '#web/api/read-stored.ts';

/** The size of a PDF page in the viewer: the full width, or the whole page. */
export type PdfFit = 'page-width' | 'page-fit';

const key = 'banjian.pdfFit';

/** Returns the fit last chosen in this browser; the full width, in which a page is readable, if none was chosen. */
export function readPdfFit(): PdfFit {
  return readStored(key) === 'page-fit' ? 'page-fit' : 'page-width';
}

/** Stores the chosen fit for the next file. */
export function storePdfFit(fit: PdfFit): void {
  writeStored(key, fit);
}
