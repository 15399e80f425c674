import { expect, test } from 'vitest';
import { countCharacters } from './characters.ts';

test.each([
  ['', 0],
  ['处理意见', 4],
  ['𠮷野家', 3],
  ['👍', 1],
  ['a\n b', 4],
  ['\ud842', 1],
])('%j has %i characters', (text, count) => {
  expect(countCharacters(text)).toBe(count);
});
