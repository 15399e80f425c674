import { expect, test } from 'vitest';
import { columnWidth, operationsWidth } from './column-width.ts';

test.each([
  [[], 150],
  [['办理'], 150],
  [['办理', '催办', '抄送'], 150],
  [['继续填写', '删除', '恢复'], 176],
  [['继续填写', '删除', '恢复', '不再数进来的'], 176],
])(
  'the operations %j need a width of %i: 20 per character for up to three, plus 16, at least 150 (S2 §9)',
  (labels, width) => {
    expect(operationsWidth(labels)).toBe(width);
  },
);

test('a column without width is 100 wide, and the row numbers 60 (S2 §9)', () => {
  expect([columnWidth.standard, columnWidth.index]).toEqual([100, 60]);
});
