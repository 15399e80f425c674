import { type HolidayTable, isCovered, isWorkingDay } from './holiday-table.ts';
import { addDays, type LocalDate } from './local-date.ts';

/** A date reached by counting; `provisional` (暂估) when a year without a published holiday notice was crossed. */
export interface CountedDate {
  date: LocalDate;
  provisional: boolean;
}

/**
 * The working day that lies `count` working days after a date, the date itself not counted; backwards when negative.
 * Counting none gives the date itself, whether or not it is a working day.
 */
export function addWorkingDays(from: LocalDate, count: number, holidays: HolidayTable): CountedDate {
  const step = count < 0 ? -1 : 1;
  let date = from;
  let left = wholeDays(count) * step;
  let provisional = false;
  while (left > 0) {
    date = addDays(date, step);
    if (isWorkingDay(date, holidays)) left -= 1;
    if (!isCovered(date, holidays)) provisional = true;
  }
  return { date, provisional };
}

/** The day that lies `count` calendar days after a date, the date itself not counted; festivals count like any day. */
export function addCalendarDays(from: LocalDate, count: number): LocalDate {
  return addDays(from, wholeDays(count));
}

/** Working days after `from` up to and including `until`; 0 when `until` is not later. */
export function countWorkingDays(from: LocalDate, until: LocalDate, holidays: HolidayTable): number {
  let count = 0;
  for (let date = addDays(from, 1); date <= until; date = addDays(date, 1)) {
    if (isWorkingDay(date, holidays)) count += 1;
  }
  return count;
}

/** The date itself if it is a working day, else the next one. */
export function nextWorkingDayFrom(from: LocalDate, holidays: HolidayTable): CountedDate {
  let date = from;
  let provisional = !isCovered(date, holidays);
  while (!isWorkingDay(date, holidays)) {
    date = addDays(date, 1);
    if (!isCovered(date, holidays)) provisional = true;
  }
  return { date, provisional };
}

function wholeDays(count: number): number {
  if (!Number.isInteger(count) || Math.abs(count) > 36_600) {
    throw new RangeError(`${count} is no number of days to count`);
  }
  return count;
}
