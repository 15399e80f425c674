import type { PDFPage } from '@cantoo/pdf-lib';

/** Makes whatever is drawn next on a page lie as the page does, whatever scale and place its own content leaves behind. */
export function restoreGround(page: PDFPage): void {
  page.node.normalize();
  const { context } = page.doc;
  page.node.wrapContentStreams(
    context.getPushGraphicsStateContentStream(),
    context.getPopGraphicsStateContentStream(),
  );
}
