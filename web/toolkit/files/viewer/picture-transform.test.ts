import { describe, expect, it } from 'vitest';
import { viewKindOf } from '../view-kind.ts';
import {
  fittedSize,
  initialTransform,
  movePicture,
  pictureZoom,
  rotatePicture,
  transformInNaturalSize,
  zoomPicture,
} from './picture-transform.ts';

describe('position of a picture', () => {
  it('zooms about a point, which stays in place', () => {
    const place = zoomPicture({ ...initialTransform, x: 10, y: -20 }, 2, { x: 100, y: 50 });
    // The picture's point under (100, 50) is ((100 - 10) / 1, (50 + 20) / 1) before; afterwards the same
    // point, at twice the zoom.
    expect(place.x + 90 * 2).toBe(100);
    expect(place.y + 70 * 2).toBe(50);
  });

  it('has zoom limits, and does not shift at them', () => {
    const largest = { ...initialTransform, zoom: pictureZoom.max, x: 5 };
    expect(zoomPicture(largest, 2, { x: 80, y: 0 })).toEqual(largest);
    expect(zoomPicture({ ...initialTransform, zoom: 0.3 }, 0.1).zoom).toBe(pictureZoom.min);
  });

  it('rotates by quarter turns both ways and is centred again', () => {
    expect(rotatePicture(movePicture(initialTransform, { x: 7, y: 7 }), -1)).toEqual({
      zoom: 1,
      turn: 270,
      x: 0,
      y: 0,
    });
    expect([1, 1, 1, 1].reduce((place) => rotatePicture(place, 1), initialTransform)).toEqual(
      initialTransform,
    );
  });

  it('fits in both orientations, and enlarges small pictures up to four times', () => {
    const frame = { width: 800, height: 400 };
    expect(fittedSize({ width: 1600, height: 400 }, frame, 0)).toEqual({ width: 800, height: 200 });
    expect(fittedSize({ width: 1600, height: 400 }, frame, 90)).toEqual({ width: 400, height: 100 });
    expect(fittedSize({ width: 60, height: 4000 }, frame, 0)).toEqual({ width: 6, height: 400 });
    expect(fittedSize({ width: 60, height: 40 }, frame, 180)).toEqual({ width: 240, height: 160 });
  });

  it('shows a picture in its own size at 1:1, independent of the frame', () => {
    expect(transformInNaturalSize(0.1)).toEqual({ ...initialTransform, zoom: 10 });
    expect(transformInNaturalSize(4).zoom).toBe(0.25);
  });
});

describe('viewer kind of a file', () => {
  it.each([
    ['现场照片.JPG', 'picture'],
    ['a.b.pdf', 'pdf'],
    ['回复.docx', 'document'],
    ['台账.xlsx', 'sheet'],
    ['图.svg', 'none'],
    ['旧.doc', 'none'],
    ['没有扩展名', 'none'],
  ])('%s: %s', (name, kind) => expect(viewKindOf(name)).toBe(kind));
});
