import { tokens } from '../../../styles/tokens.ts';
import { lineWidth, padSize, pathOf, type Stroke } from './strokes.ts';

/** Largest file of a drawn signature. */
const maxPictureBytes = 200_000;

/** Pixels of the picture for each unit of the pad: the second one if the first gives too large a file. */
const scales = [1, 0.5];

/**
 * Returns the strokes as a PNG of 1000 × 400 pixels, black on white, whatever the size and density of the screen;
 * rejects if the browser cannot draw it.
 */
export async function pictureOf(strokes: readonly Stroke[], name: string): Promise<File> {
  for (const scale of scales) {
    const blob = await draw(strokes, scale);
    if (blob.size <= maxPictureBytes) return new File([blob], name, { type: 'image/png' });
  }
  throw new Error('签名的图片过大，请重写');
}

async function draw(strokes: readonly Stroke[], scale: number): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = padSize.width * scale;
  canvas.height = padSize.height * scale;
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error(failureText);
  pen.fillStyle = tokens.card;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.scale(scale, scale);
  pen.strokeStyle = tokens.ink;
  pen.lineWidth = lineWidth;
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  for (const stroke of strokes) pen.stroke(new Path2D(pathOf(stroke)));
  return await new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(failureText))), 'image/png'),
  );
}

const failureText = '浏览器未能生成签名图片，请上传签名图片';
