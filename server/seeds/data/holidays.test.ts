import { describe, expect, it } from 'vitest';
import { holidayTableOf, isWorkingDay } from '#domain/calendar/holiday-table.ts';
import { addDays } from '#domain/calendar/local-date.ts';
import { readMappings } from '#test/vectors/read-vectors.ts';
import { readCoveredYears, readHolidays } from './holidays.ts';

const rows = [...readHolidays()];
const table = holidayTableOf(rows);

function workingDaysOf(year: number): number {
  let count = 0;
  for (let date = `${year}-01-01`; date <= `${year}-12-31`; date = addDays(date, 1)) {
    if (isWorkingDay(date, table)) count += 1;
  }
  return count;
}

describe('the holiday seed', () => {
  it('has 619 days off and 150 make-up days of the years 2004 to 2026', () => {
    expect(rows.filter(({ kind }) => kind === 'holiday')).toHaveLength(619);
    expect(rows.filter(({ kind }) => kind === 'workday')).toHaveLength(150);
    expect(readCoveredYears()).toEqual(Array.from({ length: 23 }, (_, index) => 2004 + index));
    expect(table.coveredYears).toEqual(readCoveredYears());
  });

  it('leaves the published number of working days in each recent year', () => {
    expect([2023, 2024, 2025, 2026].map(workingDaysOf)).toEqual([249, 251, 248, 248]);
  });

  it('has each date once, in order, with a Chinese name', () => {
    const dates = rows.map(({ date }) => date);
    expect(dates).toEqual([...new Set(dates)].sort());
    for (const { name } of rows) expect(name).toMatch(/^\p{Script=Han}[\p{Script=Han}\d]*$/u);
  });

  it('has make-up days only on weekend days', () => {
    for (const { date, kind } of rows) {
      if (kind === 'workday') expect([0, 6]).toContain(new Date(`${date}T00:00:00Z`).getUTCDay());
    }
  });

  it('equals the test table of the calendar rules for recent years', () => {
    const file = new URL('../../../domain/calendar/vectors/holidays-2025-2026.txt', import.meta.url);
    const expected = readMappings(file).map(({ input, output }) => `${input} ${output}`);
    const recent = rows.filter(({ date }) => date >= '2025');
    expect(recent.map(({ date, kind, name }) => `${date} ${kind} ${name}`)).toEqual(expected);
  });
});
