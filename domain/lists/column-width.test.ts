import { expect, test } from 'vitest';
import { columnWidth, operationsWidth } from './column-width.ts';

test.each([
  [[], 150],
  [['办理'], 150],
  [['办理', '催办', '抄送'], 150],
  [['继续填写', '删除', '恢复'], 176],
  [['继续填写', '删除', '恢复', '不再数进来的'], 176],
])(
  'operations %j are %i wide: 20 a character of three at most, and 16, but 150 at least (S2 §9)',
  (labels, width) => {
    expect(operationsWidth(labels)).toBe(width);
  },
);

test('a column without a width is 100 wide and the row numbers 60 (S2 §9)', () => {
  expect([columnWidth.standard, columnWidth.index]).toEqual([100, 60]);
});
