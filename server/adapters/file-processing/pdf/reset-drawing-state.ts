import type { PDFPage } from '@cantoo/pdf-lib';

/**
 * Resets the drawing state of a page, so that later drawing is not affected by transformations of its own
 * content.
 */
export function resetDrawingState(page: PDFPage): void {
  page.node.normalize();
  const { context } = page.doc;
  page.node.wrapContentStreams(
    context.getPushGraphicsStateContentStream(),
    context.getPopGraphicsStateContentStream(),
  );
}
