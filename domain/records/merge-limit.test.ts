import { expect, test } from 'vitest';
import { startClock } from '../calendar/clock-ledger.ts';
import { dueDate } from '../calendar/due-date.ts';
import { holidayTableOf } from '../calendar/holiday-table.ts';
import { endOfDay, localDateOf } from '../calendar/local-date.ts';
import { DayUnit } from '../enumerations/day-unit.ts';
import { daysToShorten } from './merge-limit.ts';

const noHolidays = holidayTableOf([]);
const monday = new Date('2026-03-02T01:00:00Z');
const working = (amount: number) => startClock({ amount, unit: DayUnit.workingDays }, monday);
const dayWith = (ledger: ReturnType<typeof working>, days: number) =>
  localDateOf(
    dueDate({ ...ledger, extensions: [{ at: ledger.startedAt, days: -days, reason: '' }] }, noHolidays)
      .dueAt as Date,
  );

test('the main order is due with the earliest of the merged ones, D12: 03-20 becomes 03-13', () => {
  const main = working(14);
  expect(dayWith(main, 0)).toBe('2026-03-20');
  const days = daysToShorten(main, endOfDay('2026-03-13'), noHolidays);
  expect(dayWith(main, days)).toBe('2026-03-13');
});

test('a main order that is due earlier keeps its limit, and one never ends before it began', () => {
  expect(daysToShorten(working(5), endOfDay('2026-03-13'), noHolidays)).toBe(0);
  expect(daysToShorten(working(5), endOfDay('2026-02-13'), noHolidays)).toBe(5);
});

test('a limit in calendar days ends on the last possible day before the earliest one', () => {
  const main = startClock({ amount: 60, unit: DayUnit.calendarDays }, monday);
  for (const day of ['2026-03-13', '2026-03-14', '2026-03-15', '2026-03-16']) {
    const due = dayWith(main, daysToShorten(main, endOfDay(day), noHolidays));
    expect(due <= day).toBe(true);
    expect(due >= '2026-03-13').toBe(true);
  }
});
