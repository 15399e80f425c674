import { expect, test } from 'vitest';
import { labelSides, rateAxis } from './rate-axis.ts';

test('the steps of the axis divide it evenly up to 100 %', () => {
  expect(rateAxis([95, 92.9, 100])).toEqual({ lowest: 85, step: 5 });
  expect(rateAxis([95, 97])).toEqual({ lowest: 90, step: 5 });
  expect(rateAxis([95, 61.5])).toEqual({ lowest: 40, step: 20 });
  expect(rateAxis([95, 0])).toEqual({ lowest: 0, step: 20 });
});

test('a label is placed below a point from which the line rises, and above every other point', () => {
  expect(labelSides([100, 100, 92.9, 100, null])).toEqual(['top', 'top', 'bottom', 'top', 'top']);
  expect(labelSides([90, 95, 93])).toEqual(['bottom', 'top', 'bottom']);
  expect(labelSides([null, 95, null])).toEqual(['top', 'top', 'top']);
});
