import { expect, test } from 'vitest';
import { fitColumns } from './fit-columns.ts';

const fixed = (width: number) => ({ preferred: width, min: width, grows: false });
const title = { preferred: 280, min: 160, grows: true };
const due = { preferred: 180, min: 130, grows: false };

test('columns have their own widths where they fit, and before a table is measured', () => {
  expect(fitColumns([fixed(100), title, due], 560)).toEqual([100, 280, 180]);
  expect(fitColumns([fixed(100), title, due], 0)).toEqual([100, 280, 180]);
});

test('flexible columns shrink to fill the space exactly before any column is scrolled out', () => {
  expect(fitColumns([fixed(100), title, due], 475)).toEqual([100, 245, 130]);
  expect(fitColumns([fixed(100), title, due], 520)).toEqual([100, 280, 140]);
  expect(fitColumns([fixed(100), title, due], 390)).toEqual([100, 160, 130]);
});

test('a table that scrolls horizontally is cut at the edge of a column', () => {
  // The last column leaves the window whole; the title takes the remaining space.
  expect(fitColumns([fixed(100), title, due], 389)).toEqual([100, 289, 180]);
  expect(fitColumns([fixed(100), fixed(100), fixed(100)], 250)).toEqual([150, 100, 100]);
  expect(fitColumns([fixed(300), title], 250)).toEqual([300, 280]);
});
