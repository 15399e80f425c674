import { describe, expect, it } from 'vitest';
import { envelopes } from './envelopes.ts';
import { labelPlaces, labelSheets, labelsPerSheet } from './label-sheets.ts';
import { isPostcode, nameOnLetter } from './mailing.ts';

const a4 = { width: 210, height: 297 };

describe('address labels and envelopes', () => {
  it.each(Object.entries(labelSheets))('sheet %s fits on A4 without overlapping labels', (_name, grid) => {
    const places = labelPlaces(grid, labelsPerSheet(grid) + 1);
    const firstSheet = places.slice(0, -1);
    expect(firstSheet.every(({ sheet }) => sheet === 0)).toBe(true);
    expect(places.at(-1)).toEqual({ sheet: 1, x: grid.left, y: grid.top });
    for (const [index, place] of firstSheet.entries()) {
      expect(place.x).toBeGreaterThanOrEqual(0);
      expect(place.x + grid.width).toBeLessThanOrEqual(a4.width);
      expect(place.y + grid.height).toBeLessThanOrEqual(a4.height);
      for (const otherPlace of firstSheet.slice(index + 1)) {
        const isApart =
          otherPlace.x >= place.x + grid.width - 0.001 ||
          place.x >= otherPlace.x + grid.width - 0.001 ||
          otherPlace.y >= place.y + grid.height - 0.001;
        expect(isApart).toBe(true);
      }
    }
  });

  it('start at the first free label of a used sheet', () => {
    const { of21 } = labelSheets;
    const [first, second, third] = labelPlaces(of21, 3, 20);
    expect(first).toEqual({ sheet: 0, x: 7.25 + 66, y: 15.15 + 6 * 38.1 });
    expect(second).toMatchObject({ sheet: 0, x: 7.25 + 132 });
    expect(third).toEqual({ sheet: 1, x: 7.25, y: 15.15 });
  });

  it('have the five landscape envelope sizes of the post', () => {
    expect(Object.keys(envelopes)).toEqual(['B6', 'DL', 'ZL', 'C5', 'C4']);
    for (const { width, height } of Object.values(envelopes)) expect(width).toBeGreaterThan(height);
  });

  it('validate postcodes and format the name for a letter', () => {
    expect(['', '314100'].every(isPostcode)).toBe(true);
    expect(['31410', '3141000', '31410a', ' 31410'].some(isPostcode)).toBe(false);
    expect(nameOnLetter('张三', '先生')).toBe('张三 先生（收）');
    expect(nameOnLetter('嘉善县某某公司', '')).toBe('嘉善县某某公司（收）');
  });
});
