import { expect, test } from 'vitest';
import { breakTitle } from './title-lines.ts';

test.each([
  ['信访事项受理告知书', ['信访事项受理告知书']],
  ['关于明珠新村电梯维修问题的信访事项处理意见书', ['关于明珠新村电梯维修问题的', '信访事项处理意见书']],
  ['淳安县信访局\n关于来信的答复', ['淳安县信访局', '关于来信的答复']],
])('the title %s is broken into %j', (title, lines) => {
  expect(breakTitle(title)).toEqual(lines);
});

test('no title line begins with a closing mark, and none ends with an opening one', () => {
  expect(breakTitle('关于转送“明珠新村电梯长期带病运行，请求启用维修资金”信访事项的函')).toEqual([
    '关于转送“明珠新村电梯长期带病',
    '运行，请求启用维修资金”信访事项的函',
  ]);
  const lines = breakTitle('对淳安县十七届人大五次会议第2026037号建议的答复');
  expect(lines.filter((line) => line.endsWith('第'))).toEqual([]);
});

test('title lines keep to the maximum length, lose no text, and also break text without words', () => {
  for (const title of [
    '字'.repeat(77),
    `关于${'非常'.repeat(19)}重要事项的通知`,
    '𬱟'.repeat(41),
    'a'.repeat(90),
  ]) {
    const lines = breakTitle(title);
    expect(lines.join('')).toBe(title);
    if (!title.startsWith('a'))
      expect(Math.max(...lines.map((line) => [...line].length))).toBeLessThanOrEqual(20);
  }
});
