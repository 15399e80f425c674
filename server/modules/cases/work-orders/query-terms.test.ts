import { describe, expect, test } from 'vitest';
import { termsOfDays } from './query-terms.ts';

describe('index terms of a date range', () => {
  test.each([
    ['2026-02-01', '2026-02-28', ['started:2026-02']],
    [
      '2028-02-01',
      '2028-02-28',
      Array.from({ length: 28 }, (_, index) => `started:2028-02-${String(index + 1).padStart(2, '0')}`),
    ],
    ['2028-02-29', '2028-03-01', ['started:2028-02-29', 'started:2028-03-01']],
    ['2025-12-31', '2026-01-31', ['started:2025-12-31', 'started:2026-01']],
    ['0100-01-01', '0100-02-28', ['started:0100-01', 'started:0100-02']],
    ['9999-11-30', '9999-12-31', ['started:9999-11-30', 'started:9999-12']],
    ['9999-12-31', '9999-12-31', ['started:9999-12-31']],
    ['2026-03-02', '2026-03-01', []],
  ])('%s to %s', (from, until, terms) => {
    expect(termsOfDays('started', from, until)).toEqual(terms);
  });
});
