import { expect, test } from 'vitest';
import { pageSizeThatFits } from './page-size-that-fits.ts';

test('the rows of a page fill the window, with at least ten', () => {
  const sizeAt = (height: number) => pageSizeThatFits(height, 1440);
  expect([500, 625, 768, 810].map(sizeAt)).toEqual([10, 10, 10, 10]);
  // Ten rows would leave a quarter of these windows empty.
  expect([850, 900, 1080, 1210].map(sizeAt)).toEqual([20, 20, 20, 20]);
  expect([1300, 1440].map(sizeAt)).toEqual([30, 30]);
  expect(sizeAt(20_000)).toBe(200);
});

test('a phone, which scrolls as a whole, starts with ten rows', () => {
  expect(pageSizeThatFits(1180, 699)).toBe(10);
});
