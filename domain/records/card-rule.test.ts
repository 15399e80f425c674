import { expect, test } from 'vitest';
import { newCardRule, problemsOfCardRule } from './card-rule.ts';

test('all problems of a rule for cards are named at their fields', () => {
  expect(problemsOfCardRule({ yellowAfterDays: 10, redAfterDays: 10, yellowsForRed: 1 }, 'records')).toEqual([
    { field: 'records.redAfterDays', message: '亮红牌的超期天数须多于亮黄牌的' },
    { field: 'records.yellowsForRed', message: '转红牌的黄牌张数须为 2 到 20' },
  ]);
  expect(
    problemsOfCardRule({ yellowAfterDays: 0, redAfterDays: 999, yellowsForRed: null }, 'records'),
  ).toEqual([
    { field: 'records.yellowAfterDays', message: '亮黄牌的超期天数须为 1 到 365' },
    { field: 'records.redAfterDays', message: '亮红牌的超期天数须为 1 到 365' },
  ]);
  expect(problemsOfCardRule(newCardRule, 'records')).toEqual([]);
});
