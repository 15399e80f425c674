import { describe, expect, test } from 'vitest';
import { daysOf, precedingSpan, sameSpanLastYear, shiftMonths } from './compared-spans.ts';

describe('comparison span', () => {
  test.each([
    ['2026-11-01', '2026-11-20', '2026-10-01', '2026-10-20', 'the same days of the previous month'],
    ['2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28', 'the whole previous month when it is shorter'],
    ['2026-01-01', '2026-01-09', '2025-12-01', '2025-12-09', 'across the end of the year'],
    ['2026-11-16', '2026-11-20', '2026-11-11', '2026-11-15', 'the same number of days directly before'],
    ['2026-01-01', '2026-11-20', '2025-02-11', '2025-12-31', 'the same number of days for a long span'],
  ])('of %s to %s is %s to %s: %s', (from, to, beforeFrom, beforeTo) => {
    expect(precedingSpan({ from, to })).toEqual({ from: beforeFrom, to: beforeTo });
  });

  test('of the previous year has the same days; the 29th of February becomes the 28th', () => {
    expect(sameSpanLastYear({ from: '2024-02-01', to: '2024-02-29' })).toEqual({
      from: '2023-02-01',
      to: '2023-02-28',
    });
  });
});

test('shifts months across years in both directions', () => {
  expect([shiftMonths('2026-11-30', 3), shiftMonths('2026-01-15', -13)]).toEqual([
    '2027-02-28',
    '2024-12-15',
  ]);
});

test('lists the days of a span including both ends', () => {
  expect(daysOf({ from: '2026-02-27', to: '2026-03-01' })).toEqual([
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
  ]);
});
