import libheif from 'libheif-js/wasm-bundle.js';
import sharp, { type Sharp } from 'sharp';
import { isPictureTooLarge } from '#domain/uploads/picture-size.ts';

/** Decodes the main picture of a HEIC file, rotated by its header; throws if the decoder fails. */
export async function decodeHeic(bytes: Uint8Array): Promise<Sharp> {
  const pictures = new libheif.HeifDecoder().decode(bytes);
  const picture = pictures.find((one) => one.is_primary()) ?? pictures[0];
  if (!picture) throw new Error('The file contains no picture');
  const [width, height] = [picture.get_width(), picture.get_height()];
  if (isPictureTooLarge({ width, height }, 'heic'))
    throw new Error('The picture is larger than its header says');
  const canvas = { width, height, data: new Uint8ClampedArray(width * height * 4) };
  await new Promise<void>((resolve, reject) => {
    picture.display(canvas, (drawn) =>
      drawn ? resolve() : reject(new Error('The picture cannot be decoded')),
    );
  });
  return sharp(canvas.data, { raw: { width, height, channels: 4 } });
}
