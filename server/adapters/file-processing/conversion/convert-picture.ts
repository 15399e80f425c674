import { readFile, writeFile } from 'node:fs/promises';
import { PDFDocument } from '@cantoo/pdf-lib';
import sharp, { type Sharp } from 'sharp';
import { tiffPages } from '#domain/uploads/tiff-pages.ts';
import { decodeHeic } from './decode-heic.ts';
import { type ConvertedPicture, type ConvertJob, ProcessingError } from './processing-job.ts';

/** An A4 sheet at 430 dpi, more than a photo of a letter has. */
const maxSide = 5_000;
const quality = 88;
/** The same limit as for an upload (0018). */
const maxPixels = 120_000_000;
/** Resolution in dpi that is assumed for a TIFF without one. */
const defaultDensity = 200;
const pointsPerInch = 72;
/** Largest side of a PDF page. */
const maxPagePoints = 14_400;

/**
 * Converts a HEIC or TIFF to JPEG: upright, on white, limited in size, without camera metadata. A TIFF of
 * several pages becomes a PDF of all pages, each in its own size.
 */
export async function convertPicture({ path, kind, outputPath: out }: ConvertJob): Promise<ConvertedPicture> {
  try {
    const bytes = await readFile(path);
    if (kind === 'heic') {
      await writeFile(out, await writeJpeg(await decodeHeic(bytes)), { flush: true, mode: 0o600 });
      return { kind: 'jpg', pages: 1 };
    }
    const pages = tiffPages(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength))?.length ?? 0;
    if (pages === 0) throw new ProcessingError('unreadable');
    const output = pages === 1 ? await writeJpeg(openPage(bytes, 0)) : await writePdf(bytes, pages);
    await writeFile(out, output, { flush: true, mode: 0o600 });
    return { kind: pages === 1 ? 'jpg' : 'pdf', pages };
  } catch (error) {
    if (error instanceof ProcessingError || (error instanceof Error && 'syscall' in error)) throw error;
    throw new ProcessingError('unreadable');
  }
}

const openPage = (bytes: Uint8Array, page: number): Sharp =>
  sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', page, pages: 1 }).autoOrient();

async function writeJpeg(picture: Sharp): Promise<Buffer> {
  return await picture
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality })
    .toBuffer();
}

async function writePdf(bytes: Uint8Array, pages: number): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  for (let page = 0; page < pages; page += 1) {
    const { density = defaultDensity, width, height } = await sharp(bytes, { page, pages: 1 }).metadata();
    const image = await pdf.embedJpg(await writeJpeg(openPage(bytes, page)));
    const inches = Math.max(width, height) / Math.max(density, 1);
    const scale = Math.min(inches * pointsPerInch, maxPagePoints) / Math.max(image.width, image.height);
    const [drawnWidth, drawnHeight] = [image.width * scale, image.height * scale];
    pdf.addPage([drawnWidth, drawnHeight]).drawImage(image, { width: drawnWidth, height: drawnHeight });
  }
  return await pdf.save();
}
