import sharp from 'sharp';
import { CannotWork, type ThumbnailOrder } from './work.ts';

/** The longer side of a small picture, in points; lists show it at a third of that, sharp on fine screens too. */
const side = 240;
/** As many as an upload may have at most (0018). */
const maxPixels = 120_000_000;

/** A small picture, upright, without what the camera wrote into it. */
export async function makeThumbnail({ path }: ThumbnailOrder): Promise<Uint8Array> {
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
    throw new CannotWork('unreadable');
  }
}
