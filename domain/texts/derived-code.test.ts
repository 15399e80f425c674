import { expect, test } from 'vitest';
import { isCode } from '../sheets/import-sheet.ts';
import { deriveCode } from './derived-code.ts';

test.each([
  ['shou li gao zhi shu', [], 'shouligaozhishu'],
  ['shou li gao zhi shu', ['shouligaozhishu'], 'shouligaozhishu-2'],
  ['shou li gao zhi shu', ['shouligaozhishu', 'shouligaozhishu-2'], 'shouligaozhishu-3'],
  ['shi chang jian du guan li ju xing zheng xu ke ke', [], 'scjdgljxzxkk'],
  ['1 2 3 4 5 re xian', [], 'x12345rexian'],
  ['（ a ） 类', [], 'a'],
  ['jiao|jue se|shai', [], 'jiaose'],
  ['|', [], ''],
  ['', [], ''],
  ['—', [], ''],
])('the code derived from %s with %j already used is %s', (pinyin, usedCodes, code) => {
  expect(deriveCode(pinyin, usedCodes)).toBe(code);
});

test('a derived code keeps the maximum length for a very long name', () => {
  const code = deriveCode(Array.from({ length: 100 }, () => 'zhang').join(' '), []);
  expect(code).toHaveLength(60);
  expect(isCode(code)).toBe(true);
});
