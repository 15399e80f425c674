import { expect, test } from 'vitest';
import { nameOfBranches } from './name-of-branches.ts';

test.each([
  [['单办承办', '主办单位承办', '协办单位承办'], '承办'],
  [['现场核查', '专家评审'], '现场核查等 2 个环节'],
  [['审核一', '审核二'], '审核'],
  [['签发'], '签发'],
])('the names %j are combined into %s', (names, name) => {
  expect(nameOfBranches(names)).toBe(name);
});
