import { expect, test } from 'vitest';
import { countCharacters, isBlank, isOneLine } from './characters.ts';

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

test.each([
  '',
  ' \t\r\n',
  '\u3000\u00a0\u2003',
  '\u200b\u200d\u2060\ufeff',
  '\u00ad\u202e\u0000',
  '\u3164\u2800',
  '\ufe0f',
  '\u{13441}\u{13442}\u{16fe4}\u{1d159}',
])('%j is blank', (text) => {
  expect(isBlank(text)).toBe(true);
});

test.each(['无', '.', '\u200b同意', '👍\ufe0f', '\u3000。'])('%j is not blank', (text) => {
  expect(isBlank(text)).toBe(false);
});

test.each(['a\nb', 'a\u0000', 'a\u202eb', '\u2028', 'a\ud800', '\udc00a'])(
  '%j is rejected as a name',
  (text) => {
    expect(isOneLine(text)).toBe(false);
  },
);

test.each(['信访局', '𬱟㛃', '👍'])('%j is accepted as a name', (text) => {
  expect(isOneLine(text)).toBe(true);
});
