import { expect, test } from 'vitest';
import { sizeThatFits } from './use-list-preferences.ts';

test('a page has the rows that a window shows without scrolling, and ten at least', () => {
  expect([500, 625, 900, 1129].map(sizeThatFits)).toEqual([10, 10, 10, 10]);
  expect([1130, 1440].map(sizeThatFits)).toEqual([20, 20]);
  expect(sizeThatFits(2160)).toBe(40);
});
