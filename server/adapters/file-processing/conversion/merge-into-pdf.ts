import { readFile, writeFile } from 'node:fs/promises';
import { PDFDocument, type PDFImage } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { flattenForm } from '../pdf/flatten-form.ts';
import { createPdfLoader, TooManyObjects } from '../pdf/load-pdf.ts';
import { type MergeJob, type MergeResult, ProcessingError } from './processing-job.ts';

/** A4 in points, portrait. */
const sheet = { width: 595.28, height: 841.89 };
/** Margin that printers leave blank. */
const marginPoints = 24;
/** Pixels of the long side of A4 at 200 dpi, enough for print. */
const maxPixels = 2340;

/** Merges documents and pictures into one PDF, in order; each picture is fitted onto a page of its own. */
export async function mergeIntoPdf({ inputs, outputPath: out, maxPages }: MergeJob): Promise<MergeResult> {
  const merged = await PDFDocument.create();
  const load = createPdfLoader();
  for (const [index, { path, contentType }] of inputs.entries()) {
    const bytes = await readFile(path);
    try {
      if (contentType === 'application/pdf') await addPages(merged, await load(bytes), maxPages);
      else await addPicture(merged, bytes);
      if (merged.getPageCount() > maxPages) throw new ProcessingError('tooManyPages');
    } catch (error) {
      if (error instanceof TooManyObjects) throw new ProcessingError('tooManyObjects', index);
      throw new ProcessingError(
        error instanceof ProcessingError ? error.problem.problem : 'unreadable',
        index,
      );
    }
  }
  await writeFile(out, await merged.save(), { flush: true, mode: 0o600 });
  return { pages: merged.getPageCount() };
}

async function addPages(merged: PDFDocument, pdf: PDFDocument, maxPages: number): Promise<void> {
  if (merged.getPageCount() + pdf.getPageCount() > maxPages) throw new ProcessingError('tooManyPages');
  if (pdf.getPageCount() === 0) throw new Error('The document has no pages');
  // The values of a form are stored outside its pages, and would be lost.
  await flattenForm(pdf);
  for (const page of await merged.copyPages(pdf, pdf.getPageIndices())) merged.addPage(page);
}

async function addPicture(merged: PDFDocument, bytes: Uint8Array): Promise<void> {
  const image = await embed(merged, bytes);
  const isWide = image.width > image.height;
  const [width, height] = isWide ? [sheet.height, sheet.width] : [sheet.width, sheet.height];
  const scale = Math.min(
    (width - 2 * marginPoints) / image.width,
    (height - 2 * marginPoints) / image.height,
  );
  const [drawnWidth, drawnHeight] = [image.width * scale, image.height * scale];
  merged.addPage([width, height]).drawImage(image, {
    x: (width - drawnWidth) / 2,
    y: (height - drawnHeight) / 2,
    width: drawnWidth,
    height: drawnHeight,
  });
}

/** Embeds a picture: upright, on white, without camera metadata. */
async function embed(merged: PDFDocument, bytes: Uint8Array): Promise<PDFImage> {
  const picture = sharp(bytes, { limitInputPixels: 120_000_000, failOn: 'error', pages: 1 })
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .resize({ width: maxPixels, height: maxPixels, fit: 'inside', withoutEnlargement: true });
  return merged.embedJpg(await picture.jpeg({ quality: 88 }).toBuffer());
}
