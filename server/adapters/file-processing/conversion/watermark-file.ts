import { readFile, stat, writeFile } from 'node:fs/promises';
import { PDFHexString, PDFOperator, PDFOperatorNames, type PDFPage } from '@cantoo/pdf-lib';
import sharp, { type Sharp } from 'sharp';
import { listOpenFonts } from '#server/adapters/typesetting/fonts.ts';
import { createPdfLoader, TooManyObjects } from '../pdf/load-pdf.ts';
import { resetDrawingState } from '../pdf/reset-drawing-state.ts';
import { ProcessingError, type WatermarkJob } from './processing-job.ts';

/** The size of one watermark as a share of the longer side of a page or picture. */
const tileShare = 0.36;
const maxPixels = 120_000_000;
const ink = { r: 90, g: 96, b: 105 };
const strength = 0.2;
const slant = -30;

/**
 * Writes a copy with slanted, faint lines of text all over it; the content below stays readable. The same
 * file and lines give the same bytes, so that ranges of one copy fit together wherever they were made.
 */
export async function watermarkFile(job: WatermarkJob): Promise<{ size: number }> {
  const { path, contentType, outputPath: out, lines } = job;
  try {
    if (contentType === 'application/pdf') await watermarkPdf(job);
    else await (await watermarkPicture(path, lines)).toFile(out);
  } catch (error) {
    if (error instanceof ProcessingError || (error instanceof Error && 'syscall' in error)) throw error;
    throw new ProcessingError(error instanceof TooManyObjects ? 'tooManyObjects' : 'unreadable');
  }
  return { size: (await stat(out)).size };
}

async function watermarkPicture(path: string, lines: readonly string[]): Promise<Sharp> {
  const picture = sharp(path, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 }).autoOrient();
  const { width = 0, height = 0, format, orientation = 1 } = await picture.metadata();
  const isTurned = orientation >= 5;
  const size = { width: isTurned ? height : width, height: isTurned ? width : height };
  const side = Math.max(24, Math.round(Math.max(size.width, size.height) * tileShare));
  const tile = await drawTile(lines, Math.min(side, size.width, size.height));
  const stamped = picture.composite([{ input: tile, tile: true }]);
  if (format === 'png') return stamped.png();
  if (format === 'gif') return stamped.gif();
  return format === 'webp' ? stamped.webp({ quality: 88 }) : stamped.jpeg({ quality: 90 });
}

async function watermarkPdf({ path, outputPath: out, lines, maxPages }: WatermarkJob): Promise<void> {
  const bytes = await readFile(path);
  if (isSigned(bytes)) throw new ProcessingError('signed');
  const pdf = await createPdfLoader()(bytes);
  const pages = pdf.getPages();
  if (pages.length > maxPages) throw new ProcessingError('tooManyPages');
  const image = await pdf.embedPng(await drawTile(lines, 480));
  for (const page of pages) {
    resetDrawingState(page);
    beginText(page, lines);
    const { x, y, width, height } = page.getMediaBox();
    const side = Math.max(width, height) * tileShare;
    for (let left = x; left < x + width; left += side) {
      for (let top = y + height; top > y; top -= side) {
        page.drawImage(image, { x: left, y: top - side, width: side, height: side });
      }
    }
    page.pushOperators(PDFOperator.of(PDFOperatorNames.EndMarkedContent));
  }
  await writeFile(out, await pdf.save({ addDefaultPage: false, updateFieldAppearances: false }), {
    mode: 0o600,
  });
}

/** Begins a drawn watermark whose text stays available to screen readers and page search. */
function beginText(page: PDFPage, lines: readonly string[]): void {
  const text = PDFHexString.fromText(lines.join(' '));
  page.pushOperators(
    PDFOperator.of(PDFOperatorNames.BeginMarkedContentSequence, ['/Span', `<</ActualText ${text}>>`]),
  );
}

/** Checks for a signature, which contains the range of signed bytes. */
function isSigned(bytes: Buffer): boolean {
  return bytes.includes('/ByteRange', 0, 'latin1');
}

/**
 * Draws one watermark on a transparent background, with a font of the portal, because servers may have no Chinese
 * font.
 */
async function drawTile(lines: readonly string[], side: number): Promise<Buffer> {
  const fontfile = listOpenFonts().at(-1);
  const text = await sharp({
    text: {
      text: `<span foreground="white">${lines.map(escapeMarkup).join('\n')}</span>`,
      font: 'Noto Sans SC Medium',
      ...(fontfile !== undefined && { fontfile }),
      width: Math.max(8, Math.round(side * 0.8)),
      height: Math.max(8, Math.round(side * 0.24)),
      align: 'center',
      rgba: true,
    },
  })
    .png()
    .toBuffer();
  const rotated = await sharp(text)
    .rotate(slant, { background: { ...ink, alpha: 0 } })
    .png()
    .toBuffer();
  const mask = await sharp(rotated)
    .resize({ width: side, height: side, fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .extractChannel('alpha')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const faint = mask.data.map((value) => Math.round(value * strength));
  return await sharp({ create: { width: side, height: side, channels: 3, background: ink } })
    .joinChannel(Buffer.from(faint), {
      raw: { width: mask.info.width, height: mask.info.height, channels: 1 },
    })
    .png()
    .toBuffer();
}

/** Escapes names, which may contain markup characters. */
const escapeMarkup = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
