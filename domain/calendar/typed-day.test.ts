import { describe, expect, test } from 'vitest';
import { readTypedDay, readTypedMinute } from './typed-day.ts';

const today = '2026-11-15';

describe('readTypedDay', () => {
  test.each([
    ['2026-11-20', '2026-11-20'],
    ['20261120', '2026-11-20'],
    ['2026/11/20', '2026-11-20'],
    ['2026.11.20', '2026-11-20'],
    ['2026-11-2', '2026-11-02'],
    ['2026-1-2', '2026-01-02'],
    ['2026年11月20日', '2026-11-20'],
    ['2026年1月2日', '2026-01-02'],
    ['2025 年 11 月 2 号', '2025-11-02'],
    ['11.20', '2026-11-20'],
    ['11-20', '2026-11-20'],
    ['11/2', '2026-11-02'],
    ['1120', '2026-11-20'],
    ['0102', '2026-01-02'],
    ['11月20日', '2026-11-20'],
    ['11月2', '2026-11-02'],
    // Typed with a Chinese keyboard.
    ['１１．２０', '2026-11-20'],
    ['11。20', '2026-11-20'],
    [' 11.20 ', '2026-11-20'],
    ['2024-02-29', '2024-02-29'],
    // Later than today: the rules of the field refuse it, and no earlier year is guessed.
    ['12.31', '2026-12-31'],
  ])('reads %s as %s', (text, day) => {
    expect(readTypedDay(text, today)).toBe(day);
  });

  test.each([
    '',
    'abc',
    '11',
    '112',
    '2026',
    '2026-11',
    '2026年11月',
    '26-11-20',
    '261120',
    '2026-13-01',
    '13.20',
    '11.31',
    '2026-02-29',
    '2.29',
    '0.0',
    '11.20.',
    '11.20abc',
    '2026-11-200',
    '0000-11-20',
  ])('reads no day from "%s"', (text) => {
    expect(readTypedDay(text, today)).toBeUndefined();
  });
});

describe('readTypedMinute', () => {
  test.each([
    ['2026-11-20 09:30', '2026-11-20 09:30'],
    ['11.20 9:30', '2026-11-20 09:30'],
    ['11月20日　９：３０', '2026-11-20 09:30'],
    ['1120 14点05分', '2026-11-20 14:05'],
  ])('reads %s as %s', (text, minute) => {
    expect(readTypedMinute(text, today)).toBe(minute);
  });

  test.each(['', '2026-11-20', '9:30', '11.20 24:00', '11.20 9:60', '11.20 9:3', '11.31 9:30'])(
    'reads no time from "%s"',
    (text) => {
      expect(readTypedMinute(text, today)).toBeUndefined();
    },
  );
});
