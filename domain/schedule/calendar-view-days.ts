import { addDays, type LocalDate, weekdayOf } from '../calendar/local-date.ts';

const weeksOfMonth = 6;

/** Returns the Monday of a day's week. */
export function mondayOf(day: LocalDate): LocalDate {
  return addDays(day, -((weekdayOf(day) + 6) % 7));
}

/**
 * Returns six weeks from the Monday on or before the first day of the month, so that every month has the same
 * height.
 */
export function daysOfMonthView(day: LocalDate): LocalDate[] {
  return daysFrom(mondayOf(`${day.slice(0, 8)}01`), weeksOfMonth * 7);
}

/** Returns the seven days of a day's week, Monday first. */
export function daysOfWeek(day: LocalDate): LocalDate[] {
  return daysFrom(mondayOf(day), 7);
}

function daysFrom(first: LocalDate, count: number): LocalDate[] {
  return Array.from({ length: count }, (_, ahead) => addDays(first, ahead));
}

/** Returns the same day of an earlier or later month, or its last day if it is shorter. */
export function addMonths(day: LocalDate, months: number): LocalDate {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const monthIndex = year * 12 + month - 1 + months;
  const first = `${String(Math.floor(monthIndex / 12)).padStart(4, '0')}-${String((monthIndex % 12) + 1).padStart(2, '0')}-01`;
  const nextIndex = monthIndex + 1;
  const nextFirst = `${String(Math.floor(nextIndex / 12)).padStart(4, '0')}-${String((nextIndex % 12) + 1).padStart(2, '0')}-01`;
  const sameDate = addDays(first, date - 1);
  return sameDate < nextFirst ? sameDate : addDays(nextFirst, -1);
}
