import { describe, expect, it } from 'vitest';
import { readCases, readMappings } from '#test/vectors/read-vectors.ts';
import { dayKindOf, holidayTableOf, isCovered } from './holiday-table.ts';
import {
  daysBetween,
  endOfDay,
  isLocalDate,
  localDateOf,
  minuteText,
  secondText,
  startOfDay,
  weekdayOf,
} from './local-date.ts';
import { addCalendarDays, addWorkingDays, countWorkingDays, nextWorkingDayFrom } from './working-days.ts';

const vectors = new URL('./vectors/', import.meta.url);

const holidays = holidayTableOf(
  readMappings(new URL('holidays-2025-2026.txt', vectors)).map(({ input, output }) => {
    const [kind, name = ''] = output.split(' ');
    return { date: input, kind: kind === 'holiday' ? 'holiday' : 'workday', name };
  }),
);

const additions = readMappings(new URL('working-days.txt', vectors)).map(({ input, output, reason }) => {
  const [from = '', count = ''] = input.split(' ');
  const [date = '', mark] = output.split(' ');
  return { from, count: Number(count), date, provisional: mark === '暂定', reason };
});

describe('adding working days', () => {
  it.each(additions)('$from + $count is $date: $reason', ({ from, count, date, provisional }) => {
    expect(addWorkingDays(from, count, holidays)).toEqual({ date, provisional });
  });

  it('fails these cases when only Monday to Friday are counted, without the holiday table', () => {
    const emptyTable = { coveredYears: [2025, 2026], days: {} };
    const wrongCases = additions.filter(
      ({ from, count, date }) => addWorkingDays(from, count, emptyTable).date !== date,
    );
    expect(wrongCases.length).toBeGreaterThan(20);
  });

  it('is the inverse of counting working days', () => {
    for (const { from, count, date } of additions) {
      if (count > 0) expect(countWorkingDays(from, date, holidays)).toBe(count);
    }
    expect(countWorkingDays('2026-03-09', '2026-03-02', holidays)).toBe(0);
  });

  it('rejects an invalid number of days', () => {
    for (const count of [1.5, Number.NaN, Number.POSITIVE_INFINITY, 1e9]) {
      expect(() => addWorkingDays('2026-03-02', count, holidays)).toThrow(RangeError);
    }
  });
});

describe('calendar days', () => {
  it('are added over month and year ends', () => {
    expect(addCalendarDays('2026-02-28', 1)).toBe('2026-03-01');
    expect(addCalendarDays('2024-02-28', 1)).toBe('2024-02-29');
    expect(addCalendarDays('2025-12-31', 60)).toBe('2026-03-01');
    expect(addCalendarDays('2026-03-01', -1)).toBe('2026-02-28');
  });

  it('give the next working day', () => {
    expect(nextWorkingDayFrom('2026-10-01', holidays)).toEqual({ date: '2026-10-08', provisional: false });
    expect(nextWorkingDayFrom('2026-10-10', holidays)).toEqual({ date: '2026-10-10', provisional: false });
    expect(nextWorkingDayFrom('2027-01-02', holidays)).toEqual({ date: '2027-01-04', provisional: true });
  });

  it('have names for holidays and make-up working days', () => {
    expect(dayKindOf('2026-02-17', holidays)).toEqual({ kind: 'holiday', name: '春节' });
    expect(dayKindOf('2026-02-14', holidays)).toEqual({ kind: 'workday', madeUpFor: '春节' });
    expect(dayKindOf('2026-03-07', holidays)).toEqual({ kind: 'weekend' });
    expect(dayKindOf('2026-03-06', holidays)).toEqual({ kind: 'workday' });
    expect(isCovered('2026-12-31', holidays)).toBe(true);
    expect(isCovered('2027-01-01', holidays)).toBe(false);
  });
});

describe('days in China', () => {
  it('change at midnight in China, which is 16:00 UTC', () => {
    expect(localDateOf(new Date('2026-03-01T15:59:59.999Z'))).toBe('2026-03-01');
    expect(localDateOf(new Date('2026-03-01T16:00:00.000Z'))).toBe('2026-03-02');
    expect(startOfDay('2026-03-02').toISOString()).toBe('2026-03-01T16:00:00.000Z');
    expect(endOfDay('2026-03-02').toISOString()).toBe('2026-03-02T15:59:59.999Z');
    expect(endOfDay('2026-03-02').getTime() - startOfDay('2026-03-02').getTime()).toBe(86_399_999);
    expect(minuteText(new Date('2026-12-31T16:05:59Z'))).toBe('2027-01-01 00:05');
    expect(secondText(new Date('2026-12-31T16:05:59Z'))).toBe('2027-01-01 00:05:59');
  });

  it('have the right weekday', () => {
    expect(['2026-03-01', '2026-03-02', '2026-03-07', '1970-01-01', '1969-12-28'].map(weekdayOf)).toEqual([
      0, 1, 6, 4, 0,
    ]);
  });

  it('are accepted only if they exist', () => {
    for (const date of ['2024-02-29', '2000-02-29', '2026-12-31', '1900-01-01'])
      expect(isLocalDate(date)).toBe(true);
    for (const date of [
      '2026-02-29',
      '1900-02-29',
      '2026-13-01',
      '2026-00-10',
      '2026-04-31',
      '26-01-01',
      '2026-1-1',
    ])
      expect(isLocalDate(date)).toBe(false);
    expect(daysBetween('2026-02-28', '2026-03-02')).toBe(2);
    expect(() => startOfDay('2026-02-30')).toThrow(RangeError);
  });

  it('have at least 40 cases in each vector file', () => {
    for (const name of ['working-days.txt', 'due-date.txt']) {
      expect(readCases(new URL(name, vectors)).length).toBeGreaterThanOrEqual(40);
    }
  });
});
