import { type HolidayTable, isSpanCovered } from './holiday-table.ts';
import { addDays, dayNumber, fromDayNumber, type LocalDate } from './local-date.ts';
import { indexOf, workingDayAt, workingDaysUpTo } from './working-day-index.ts';

/** A date reached by counting; `provisional` (暂定) when a year without a published holiday notice was crossed. */
export interface CountedDate {
  date: LocalDate;
  provisional: boolean;
}

/**
 * Returns the working day `count` working days after a date, not counting the date itself; before it if
 * negative. A count of 0 returns the date itself, even if it is no working day.
 */
export function addWorkingDays(from: LocalDate, count: number, holidays: HolidayTable): CountedDate {
  if (wholeDays(count) === 0) return { date: from, provisional: false };
  const index = indexOf(holidays);
  const start = dayNumber(from);
  if (count > 0) {
    const date = fromDayNumber(workingDayAt(workingDaysUpTo(start, index) + count, index));
    return { date, provisional: !isSpanCovered(addDays(from, 1), date, holidays) };
  }
  const date = fromDayNumber(workingDayAt(workingDaysUpTo(start - 1, index) + count + 1, index));
  return { date, provisional: !isSpanCovered(date, addDays(from, -1), holidays) };
}

/**
 * Returns the day `count` calendar days after a date, not counting the date itself; festivals count like any
 * day.
 */
export function addCalendarDays(from: LocalDate, count: number): LocalDate {
  return addDays(from, wholeDays(count));
}

/**
 * Returns the number of working days after `from` up to and including `until`; 0 when `until` is not later.
 */
export function countWorkingDays(from: LocalDate, until: LocalDate, holidays: HolidayTable): number {
  if (until <= from) return 0;
  const index = indexOf(holidays);
  return workingDaysUpTo(dayNumber(until), index) - workingDaysUpTo(dayNumber(from), index);
}

/** Returns the date itself if it is a working day, else the next one. */
export function nextWorkingDayFrom(from: LocalDate, holidays: HolidayTable): CountedDate {
  const index = indexOf(holidays);
  const date = fromDayNumber(workingDayAt(workingDaysUpTo(dayNumber(from) - 1, index) + 1, index));
  return { date, provisional: !isSpanCovered(from, date, holidays) };
}

function wholeDays(count: number): number {
  if (!Number.isInteger(count) || Math.abs(count) > 36_600) {
    throw new RangeError(`${count} is not a valid number of days`);
  }
  return count;
}
