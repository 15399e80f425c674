import sharp from 'sharp';
import { ProcessingError, type ThumbnailJob } from './processing-job.ts';

/**
 * The longer side of a thumbnail in pixels; lists show it at a third of that, so that it is sharp on
 * high-resolution screens.
 */
const side = 240;
/** The same limit as for an upload (0018). */
const maxPixels = 120_000_000;

/** Returns an upright thumbnail without camera metadata. */
export async function makeThumbnail({ path }: ThumbnailJob): Promise<Uint8Array> {
  try {
    return await sharp(path, {
      limitInputPixels: maxPixels,
      failOn: 'error',
      pages: 1,
      sequentialRead: true,
    })
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 72 })
      .toBuffer();
  } catch {
    throw new ProcessingError('unreadable');
  }
}
