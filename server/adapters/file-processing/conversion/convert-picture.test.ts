import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { heicOfSize, heicPhoto, tiffOf } from '#test/world/sample-photos.ts';
import { convertPicture } from './convert-picture.ts';

const folder = await mkdtemp(join(tmpdir(), 'banjian-convert-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function convert(bytes: Uint8Array, kind: 'heic' | 'tiff') {
  const [path, out] = [join(folder, 'in'), join(folder, 'out')];
  await writeFile(path, bytes);
  const result = await convertPicture({ work: 'convert', path, kind, outputPath: out });
  return { ...result, bytes: await readFile(out) };
}

const pointAt = async (picture: Uint8Array, left: number, top: number) =>
  [...(await sharp(picture).extract({ left, top, width: 1, height: 1 }).raw().toBuffer())].map((value) =>
    Math.round(value / 64),
  );

test('a HEIC becomes an upright JPEG without camera and location data', async () => {
  const { kind, pages, bytes } = await convert(heicPhoto, 'heic');
  expect({ kind, pages }).toEqual({ kind: 'jpg', pages: 1 });
  const { format, width, height, exif, orientation } = await sharp(bytes).metadata();
  expect({ format, width, height, exif, orientation }).toEqual({ format: 'jpeg', width: 64, height: 96 });
  expect(heicPhoto.includes('Banjian test camera')).toBe(true);
  expect(bytes.includes('Banjian')).toBe(false);
  const [red, blue, white] = [
    await pointAt(bytes, 56, 8),
    await pointAt(bytes, 8, 88),
    await pointAt(bytes, 8, 8),
  ];
  expect([red, blue, white]).toEqual([
    [3, 0, 0],
    [0, 1, 3],
    [4, 4, 4],
  ]);
});

test('a TIFF of one page becomes an upright JPEG', async () => {
  const { kind, pages, bytes } = await convert(await tiffOf(1), 'tiff');
  expect({ kind, pages }).toEqual({ kind: 'jpg', pages: 1 });
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 40, height: 60 });
});

test('a TIFF of several pages becomes a PDF of all pages, upright and in their own size', async () => {
  const { kind, pages, bytes } = await convert(await tiffOf(3), 'tiff');
  expect({ kind, pages }).toEqual({ kind: 'pdf', pages: 3 });
  const pdf = await PDFDocument.load(bytes);
  expect(pdf.getPages().map((page) => page.getSize())).toEqual(
    Array.from({ length: 3 }, () => ({ width: expect.closeTo(28.8), height: expect.closeTo(43.2) })),
  );
});

test('a large picture is reduced to the size needed for printing', async () => {
  const large = await sharp({ create: { width: 6_000, height: 200, channels: 3, background: '#fff' } })
    .tiff({ compression: 'lzw' })
    .toBuffer();
  expect(await sharp((await convert(large, 'tiff')).bytes).metadata()).toMatchObject({
    width: 5_000,
    height: 167,
  });
});

test('a picture with a transparent background gets a white one', async () => {
  const clear = await sharp({
    create: { width: 8, height: 8, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .tiff({ compression: 'lzw' })
    .toBuffer();
  expect(await pointAt((await convert(clear, 'tiff')).bytes, 4, 4)).toEqual([4, 4, 4]);
});

test.each([
  ['a truncated HEIC', heicPhoto.subarray(0, 600), 'heic'],
  ['a HEIC without a picture', heicPhoto.subarray(0, 60), 'heic'],
  ['a HEIC with another size in its header', heicOfSize(200, 4), 'heic'],
  ['a truncated TIFF', Buffer.from('49492a0008000000', 'hex'), 'tiff'],
] as const)('%s is rejected as unreadable', async (_case, bytes, kind) => {
  await expect(convert(bytes, kind)).rejects.toThrow('unreadable');
});
