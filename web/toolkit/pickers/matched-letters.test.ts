import { expect, test } from 'vitest';
import { markPinyin, markText } from './matched-letters.ts';

const format = (pieces: ReturnType<typeof markText>) =>
  pieces.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join('');

test.each([
  ['hu dong', 'h', '[h]udong'],
  ['hu dong', 'hudo', '[hudo]ng'],
  ['hu dong', 'HD', '[h]u[d]ong'],
  ['zeng xiao dong', 'xiaod', 'zeng[xiaod]ong'],
  ['zeng xiao dong', 'xd', 'zeng[x]iao[d]ong'],
  ['hu dong', 'ng', 'hudong'],
  ['hu dong', '', 'hudong'],
  ['', 'h', ''],
])('marks in the pinyin %j the match of %j: %j', (pinyin, search, expected) => {
  expect(format(markPinyin(pinyin, search))).toBe(expected);
});

test.each([
  ['曾小东', '东', '曾小[东]'],
  ['liuyang2', 'LIU', '[liu]yang2'],
  ['曾小东', '西', '曾小东'],
])('marks in %j the match of %j: %j', (text, search, expected) => {
  expect(format(markText(text, search))).toBe(expected);
});
