import { expect, test } from 'vitest';
import { breakInPairs } from './break-in-pairs.ts';

test.each([
  ['收件', ['收件']],
  ['来信登记', ['来信', '登记']],
  ['答复意见审核', ['答复', '意见', '审核']],
  ['信访局收件', ['信访', '局收件']],
  ['签', ['签']],
  ['A 类审核', ['A 类审核']],
])('the name %s may break into %j', (name, parts) => {
  expect(breakInPairs(name)).toEqual(parts);
});
