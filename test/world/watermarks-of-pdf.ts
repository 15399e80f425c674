import { decodePDFRawStream, PDFArray, PDFDocument, PDFHexString, PDFRawStream } from '@cantoo/pdf-lib';

/**
 * Returns the texts across each page of a PDF with which the portal marks files; empty for a page without a
 * mark.
 */
export async function readWatermarks(pdf: Uint8Array): Promise<string[]> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  return document.getPages().map((page) => {
    const contents = page.node.Contents();
    const streams = contents instanceof PDFArray ? contents.asArray() : [contents];
    const content = streams
      .map((one) => document.context.lookup(one))
      .map((one) => (one instanceof PDFRawStream ? decodePDFRawStream(one).decode() : new Uint8Array()))
      .map((bytes) => Buffer.from(bytes).toString('latin1'))
      .join('\n');
    const text = /\/Span <<\/ActualText <([0-9A-F]+)>>> BDC[\s\S]* Do\b[\s\S]*EMC/.exec(content)?.[1];
    return text === undefined ? '' : PDFHexString.of(text).decodeText();
  });
}
