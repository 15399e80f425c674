import { getDocumentProxy } from 'unpdf';

/**
 * A piece of text on a drawn page: the start of its base line in mm from the upper left corner, and its size
 * in points.
 */
export interface PlacedText {
  page: number;
  text: string;
  x: number;
  y: number;
  width: number;
  size: number;
}

const mmPerPoint = 25.4 / 72;

/** Returns the texts of a PDF and their positions, read by a different engine from the one that drew it. */
export async function readPdf(pdf: Uint8Array): Promise<PlacedText[]> {
  const document = await getDocumentProxy(new Uint8Array(pdf), { verbosity: 0 });
  const texts: PlacedText[] = [];
  for (let page = 1; page <= document.numPages; page += 1) {
    const pdfPage = await document.getPage(page);
    const height = pdfPage.getViewport({ scale: 1 }).height;
    const { items } = await pdfPage.getTextContent();
    for (const item of items) {
      if (!('str' in item) || item.str.trim() === '') continue;
      const [, , , size = 0, x = 0, y = 0] = item.transform as number[];
      texts.push({
        page,
        text: item.str,
        x: x * mmPerPoint,
        y: (height - y) * mmPerPoint,
        width: item.width * mmPerPoint,
        size,
      });
    }
  }
  await document.cleanup();
  return texts;
}
