import { expect, test } from 'vitest';
import { placeOfPopup } from './popup-placements.ts';

const popup = { width: 296, height: 340 };
const field = (left: number, top: number) => ({ left, right: left + 300, top, bottom: top + 32 });

test('a calendar is below its field, or above it', () => {
  const page = { width: 1366, height: 625 };
  for (const top of [100, 400])
    expect(placeOfPopup(field(200, top), popup, page)).toEqual({
      placement: 'bottomLeft',
      isCovering: false,
    });
});

test('a calendar is beside its field in a window that is too low', () => {
  const page = { width: 1093, height: 500 };
  expect(placeOfPopup(field(200, 240), popup, page)).toEqual({ placement: 'rightTop', isCovering: false });
  expect(placeOfPopup(field(700, 240), popup, page)).toEqual({ placement: 'leftTop', isCovering: false });
});

test('a calendar covers its field only where no side of it has space', () => {
  const place = placeOfPopup(field(150, 120), popup, { width: 683, height: 312 });
  expect(place).toEqual({ placement: 'bottomLeft', isCovering: true });
});
