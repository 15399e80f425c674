import { expect, test } from 'vitest';
import { DayUnit } from '../enumerations/day-unit.ts';
import { dueDate } from './due-date.ts';
import { overdueDays } from './due-light.ts';
import { dueText, dueTimeText } from './due-text.ts';
import { holidayTableOf } from './holiday-table.ts';

test('a limit in days ends at 24:00 of its last day, and is overdue from the next moment', () => {
  const startedAt = '2026-11-20T09:00:00+08:00';
  const { dueAt } = dueDate(
    { startedAt, limit: { amount: 3, unit: DayUnit.calendarDays }, pauses: [], extensions: [] },
    holidayTableOf([]),
  );
  if (dueAt === null) throw new Error('The clock runs');
  expect(dueText(dueAt)).toBe('2026-11-23 24:00 前');
  expect(overdueDays(dueAt, dueAt)).toBe(0);
  expect(overdueDays(dueAt, new Date(dueAt.getTime() + 1))).toBe(1);
});

test('a limit at another time names that time', () => {
  expect(dueTimeText(new Date('2026-11-20T17:30:00+08:00'))).toBe('17:30 前');
});
