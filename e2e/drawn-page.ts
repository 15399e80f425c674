import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const { resolve } = createRequire(import.meta.url);
/** Pixels per millimetre if a point is a pixel. */
const perMillimetre = 72 / 25.4;

/** A rectangle in millimetres from the upper left corner of a page. */
interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A page of a PDF as a picture, with its text. */
export interface DrawnPage {
  picture: Buffer;
  texts: string[];
}

/**
 * Draws a page of a PDF with the viewer's engine, in a separate window. The given texts and areas, which
 * differ each time, are left white.
 */
export async function drawPage(
  page: Page,
  pdf: Buffer,
  {
    number,
    variableText = /^$/,
    hiddenAreas = [],
  }: { number: number; variableText?: RegExp; hiddenAreas?: readonly Area[] },
): Promise<DrawnPage> {
  for (const file of ['pdf.min.mjs', 'pdf.worker.min.mjs'])
    await page.addScriptTag({
      type: 'module',
      content: await readFile(resolve(`pdfjs-dist/build/${file}`), 'utf8'),
    });
  await page.waitForFunction(() => 'pdfjsLib' in globalThis && 'pdfjsWorker' in globalThis);
  const rectangles = hiddenAreas.map(({ x, y, width, height }) =>
    [x, y, width, height].map((side) => side * perMillimetre),
  );
  const { base64, texts } = await page.evaluate(
    async ([base64Pdf, pageNumber, pattern, areas]) => {
      const { pdfjsLib } = globalThis as unknown as { pdfjsLib: typeof import('pdfjs-dist') };
      const data = Uint8Array.from(atob(base64Pdf), (letter) => letter.charCodeAt(0));
      const page = await (await pdfjsLib.getDocument({ data }).promise).getPage(pageNumber);
      const viewport = page.getViewport({ scale: 1 });
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [Math.round(viewport.width), Math.round(viewport.height)];
      await page.render({ canvas, viewport }).promise;
      const brush = canvas.getContext('2d');
      if (brush === null) throw new Error('The browser returned no canvas context');
      brush.fillStyle = 'white';
      for (const [x = 0, y = 0, width = 0, height = 0] of areas) brush.fillRect(x, y, width, height);
      const drawnTexts: string[] = [];
      for (const item of (await page.getTextContent()).items) {
        if (!('str' in item)) continue;
        drawnTexts.push(item.str);
        const [, , , size = 0, x = 0, y = 0] = item.transform as number[];
        if (new RegExp(pattern).test(item.str))
          brush.fillRect(x - 2, canvas.height - y - size, item.width + 4, size * 1.4);
      }
      return { base64: canvas.toDataURL('image/png').split(',')[1] ?? '', texts: drawnTexts };
    },
    [pdf.toString('base64'), number, variableText.source, rectangles] as const,
  );
  return { picture: Buffer.from(base64, 'base64'), texts };
}
