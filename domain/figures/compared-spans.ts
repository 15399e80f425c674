import { addDays, daysBetween, type LocalDate } from '../calendar/local-date.ts';

/** A span of days; both ends are included. */
export interface DaySpan {
  from: LocalDate;
  to: LocalDate;
}

/**
 * Returns the span to compare with: for days of one month that begin with its first day, the same days of the
 * month before (上月同期); for any other span, the same number of days directly before it (上期).
 */
export function precedingSpan({ from, to }: DaySpan): DaySpan {
  if (isBeginningOfMonth({ from, to })) return { from: shiftMonths(from, -1), to: shiftMonths(to, -1) };
  const days = daysBetween(from, to) + 1;
  return { from: addDays(from, -days), to: addDays(to, -days) };
}

/** Checks whether the span is compared with the same days of the month before. */
export function isBeginningOfMonth({ from, to }: DaySpan): boolean {
  return from.endsWith('-01') && from.slice(0, 7) === to.slice(0, 7);
}

/** Returns the same days a year earlier (去年同期). */
export function sameSpanLastYear({ from, to }: DaySpan): DaySpan {
  return { from: shiftMonths(from, -12), to: shiftMonths(to, -12) };
}

/** Returns the same day of another month, or the last day of that month if it is shorter. */
export function shiftMonths(day: LocalDate, months: number): LocalDate {
  const index = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months;
  const first = (at: number) =>
    `${String(Math.floor(at / 12)).padStart(4, '0')}-${String((at % 12) + 1).padStart(2, '0')}-01`;
  const lastDay = addDays(first(index + 1), -1);
  const sameDay = `${first(index).slice(0, 8)}${day.slice(8)}`;
  return sameDay < lastDay ? sameDay : lastDay;
}

/** Returns all days of a span, in order. */
export function daysOf({ from, to }: DaySpan): LocalDate[] {
  const count = Math.max(0, daysBetween(from, to) + 1);
  return Array.from({ length: count }, (_, index) => addDays(from, index));
}
