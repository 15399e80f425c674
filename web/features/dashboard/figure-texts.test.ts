import { describe, expect, test } from 'vitest';
import {
  averageDays,
  countChangeText,
  longestOverdueText,
  oneDecimalText,
  onTimeRate,
  previousPeriodText,
  valueChangeText,
  withoutBreaksInFigures,
} from './figure-texts.ts';

describe('comparison label', () => {
  test.each([
    [268, 230, '+38（+16.5%）'],
    [9, 13, '−4（−30.8%）'],
    [5, 5, '持平'],
    [7, 0, '+7'],
    [0, 3, '−3（−100.0%）'],
  ])('compares %d with %d as %s', (current, earlier, text) => {
    expect(countChangeText(current, earlier)).toBe(text);
  });

  test('shows differences in the given unit, and 无数据 for a missing value', () => {
    expect(valueChangeText(96.3, 95.2, '个百分点')).toBe('+1.1 个百分点');
    expect(valueChangeText(8.42, 8.44, '个工作日')).toBe('持平');
    expect(valueChangeText(undefined, 95, '个百分点')).toBe('无数据');
  });
});

test('a figure stays on one line with its unit', () => {
  expect(withoutBreaksInFigures('较上月同期 +8.3 个百分点')).toBe('较上月同期 +8.3\u00a0个百分点');
  expect(withoutBreaksInFigures('较昨日 持平，最长 2 天')).toBe('较昨日 持平，最长\u00a02\u00a0天');
});

test('the on-time rate and the average of no orders are undefined', () => {
  expect(onTimeRate({ onTime: 0, late: 0 })).toBeUndefined();
  expect(averageDays({ workedDays: 0, concluded: 0 })).toBeUndefined();
  expect(oneDecimalText(undefined)).toBe('—');
  expect(oneDecimalText(onTimeRate({ onTime: 3, late: 1 }))).toBe('75.0');
});

test('the label of the earlier period depends on the date range', () => {
  expect(previousPeriodText({ from: '2026-11-01', to: '2026-11-20' })).toBe('上月同期');
  expect(previousPeriodText({ from: '2026-11-16', to: '2026-11-20' })).toBe('上期');
});

test('the longest overdue is given in calendar days', () => {
  expect([longestOverdueText('2026-11-11', '2026-11-20'), longestOverdueText(null, '2026-11-20')]).toEqual([
    '最长 9 天',
    '',
  ]);
});
