/** The long side that a page of a letter needs to be read, printed on A4 at some 220 points an inch. */
const longestSide = 2560;
const quality = 0.82;
/** A picture that loses less than this keeps its own bytes. */
const worthIt = 0.9;

const ofPhotos = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif']);

/** Checks that a file is a photo that can be made smaller; drawings and moving pictures are left alone. */
export function isPhoto({ type }: Blob): boolean {
  return ofPhotos.has(type);
}

/** The side by side size that a picture gets: never larger than it is. */
function shrunkSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, longestSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * The photo upright and small, as JPEG without anything that the camera wrote into it (place, owner); undefined where that
 * would win nothing. Runs in a worker and on a page.
 */
export async function shrinkPicture(file: Blob): Promise<Blob | undefined> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const { width, height } = shrunkSize(picture.width, picture.height);
  const canvas = new OffscreenCanvas(width, height);
  const pen = canvas.getContext('2d');
  if (!pen) return undefined;
  // JPEG has no transparency.
  pen.fillStyle = 'white';
  pen.fillRect(0, 0, width, height);
  pen.drawImage(picture, 0, 0, width, height);
  picture.close();
  const small = await canvas.convertToBlob({ type: 'image/jpeg', quality });
  return small.size < file.size * worthIt ? small : undefined;
}

/** `IMG_1.HEIC` → `IMG_1.jpg`: a name says what the content is. */
export function jpegName(name: string): string {
  return `${name.replace(/\.(jpe?g|png|webp|hei[cf])$/i, '')}.jpg`;
}
