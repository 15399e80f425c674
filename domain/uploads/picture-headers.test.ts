import { describe, expect, it } from 'vitest';
import { isPictureTooLarge, pictureSize } from './picture-size.ts';
import { maxTiffPages, tiffPages } from './tiff-pages.ts';

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/**
 * Returns a TIFF that consists only of directories, in big-endian order; `next` gives the directory that
 * follows each.
 */
function tiff(sizes: readonly (readonly [number, number])[], next = (offset: number) => offset): Uint8Array {
  const directoryBytes = 2 + 2 * 12 + 4;
  const bytes = new Uint8Array(8 + sizes.length * directoryBytes);
  const view = viewOf(bytes);
  view.setUint32(0, 0x4d4d_002a);
  view.setUint32(4, 8);
  sizes.forEach(([width, height], page) => {
    const offset = 8 + page * directoryBytes;
    view.setUint16(offset, 2);
    // Width as a short and height as a long integer: programs write either.
    [0x100, 3, 0, 1].forEach((value, index) => {
      view.setUint16(offset + 2 + index * 2, value);
    });
    view.setUint16(offset + 10, width);
    [0x101, 4, 0, 1].forEach((value, index) => {
      view.setUint16(offset + 14 + index * 2, value);
    });
    view.setUint32(offset + 22, height);
    view.setUint32(offset + 26, page + 1 < sizes.length ? next(offset + directoryBytes) : 0);
  });
  return bytes;
}

const box = (type: string, ...content: readonly (readonly number[])[]): number[] => {
  const payload = content.flat();
  const size = payload.length + 8;
  return [0, 0, size >> 8, size & 255, ...[...type].map((letter) => letter.charCodeAt(0)), ...payload];
};
const fourBytes = (value: number) => [value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255];
const ispe = (width: number, height: number) =>
  box('ispe', [0, 0, 0, 0], fourBytes(width), fourBytes(height));
const heic = (...properties: readonly number[][]) =>
  Uint8Array.from([
    ...box(
      'ftyp',
      [...'heic'].map((letter) => letter.charCodeAt(0)),
      [0, 0, 0, 0],
    ),
    ...box('meta', [0, 0, 0, 0], box('hdlr'), box('iprp', box('ipco', ...properties), box('ipma'))),
    ...box('mdat', [1, 2, 3]),
  ]);

describe('pages of a TIFF', () => {
  it('are listed with their sizes, and the largest page is the size of the file', () => {
    const bytes = tiff([
      [1_653, 2_339],
      [3_307, 4_677],
      [100, 100],
    ]);
    expect(tiffPages(viewOf(bytes))).toEqual([
      { width: 1_653, height: 2_339 },
      { width: 3_307, height: 4_677 },
      { width: 100, height: 100 },
    ]);
    expect(pictureSize('tiff', bytes)).toEqual({ width: 3_307, height: 4_677 });
  });

  it.each([
    [
      'form a cycle',
      tiff(
        [
          [9, 9],
          [9, 9],
        ],
        () => 8,
      ),
    ],
    [
      'point outside the file',
      tiff(
        [
          [9, 9],
          [9, 9],
        ],
        () => 9_999,
      ),
    ],
    ['have no size', tiff([[0, 9]])],
    ['exceed the page limit', tiff(Array.from({ length: maxTiffPages + 1 }, () => [9, 9] as const))],
    ['are missing', Uint8Array.from([0x4d, 0x4d, 0, 42, 0, 0, 0, 0])],
  ])('make the file invalid when they %s', (_case, bytes) => {
    expect(pictureSize('tiff', bytes)).toBeUndefined();
  });
});

describe('size of a HEIC', () => {
  it('is the size of the whole photo, not of its tiles', () => {
    expect(pictureSize('heic', heic(ispe(512, 512), ispe(4_032, 3_024), ispe(320, 240)))).toEqual({
      width: 4_032,
      height: 3_024,
    });
  });

  it('has a lower limit, because the file is decoded as a whole', () => {
    const size = { width: 9_000, height: 8_000 };
    expect([isPictureTooLarge(size), isPictureTooLarge(size, 'heic')]).toEqual([false, true]);
  });

  it('is undefined when the header has none', () => {
    expect(pictureSize('heic', heic())).toBeUndefined();
    expect(pictureSize('heic', heic().subarray(0, 20))).toBeUndefined();
  });
});

it('a damaged picture header never causes an exception', () => {
  for (const [kind, picture] of [
    ['heic', heic(ispe(64, 64))],
    [
      'tiff',
      tiff([
        [9, 9],
        [9, 9],
      ]),
    ],
  ] as const) {
    for (let index = 0; index < picture.length; index += 1) {
      expect(() => pictureSize(kind, picture.subarray(0, index))).not.toThrow();
      for (const value of [0, 1, 255]) {
        const damaged = picture.slice();
        damaged.fill(value, index, index + 4);
        expect(() => pictureSize(kind, damaged)).not.toThrow();
      }
    }
  }
});
