/** Longest side that a scanned page needs to be readable: about 220 dpi on A4. */
const longestSide = 2560;
const quality = 0.82;
/** Size ratio above which a picture keeps its original bytes. */
const maxSizeRatio = 0.9;

const photoTypes = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif']);

/** Checks that a file is a photo that can be made smaller; drawings and animations are left unchanged. */
export function isPhoto({ type }: Blob): boolean {
  return photoTypes.has(type);
}

/** Returns the width and height of the smaller picture: never larger than the original. */
function reducedSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, longestSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * Returns the photo upright and small, as JPEG without metadata of the camera (place, owner); undefined if
 * that would save too little. Runs in a worker and on a page.
 */
export async function compressPhoto(file: Blob): Promise<Blob | undefined> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const { width, height } = reducedSize(picture.width, picture.height);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  // JPEG has no transparency.
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  context.drawImage(picture, 0, 0, width, height);
  picture.close();
  const small = await canvas.convertToBlob({ type: 'image/jpeg', quality });
  return small.size < file.size * maxSizeRatio ? small : undefined;
}

/** Returns `IMG_1.jpg` for `IMG_1.HEIC`, since the extension must match the content. */
export function jpegName(name: string): string {
  return `${name.replace(/\.(jpe?g|png|webp|hei[cf])$/i, '')}.jpg`;
}
