import { type LocalDate, weekdayOf, yearOf } from './local-date.ts';

/**
 * A day that the yearly notice of the State Council makes an exception to the ordinary week, with its
 * festival.
 */
export interface HolidayDay {
  kind: 'holiday' | 'workday';
  name: string;
}

/** The published exceptions to "Monday to Friday"; a year outside `coveredYears` has no notice yet. */
export interface HolidayTable {
  coveredYears: readonly number[];
  days: Readonly<Record<LocalDate, HolidayDay>>;
}

/**
 * The kind of a day: an ordinary or make-up working day (调休上班), a weekend, or a festival with its name.
 */
export type DayKind =
  | { kind: 'workday'; madeUpFor?: string }
  | { kind: 'weekend' }
  | { kind: 'holiday'; name: string };

export function dayKindOf(date: LocalDate, holidays: HolidayTable): DayKind {
  const exception = holidays.days[date];
  if (exception?.kind === 'holiday') return { kind: 'holiday', name: exception.name };
  if (exception?.kind === 'workday') return { kind: 'workday', madeUpFor: exception.name };
  const weekday = weekdayOf(date);
  return { kind: weekday === 0 || weekday === 6 ? 'weekend' : 'workday' };
}

export function isWorkingDay(date: LocalDate, holidays: HolidayTable): boolean {
  return dayKindOf(date, holidays).kind === 'workday';
}

/**
 * Checks whether the holiday notice for the date's year is published; a due date that uses an uncovered year
 * is 暂定.
 */
export function isCovered(date: LocalDate, holidays: HolidayTable): boolean {
  return holidays.coveredYears.includes(yearOf(date));
}

/** Checks that the holiday notices of all years from one day to another are published. */
export function isSpanCovered(from: LocalDate, until: LocalDate, holidays: HolidayTable): boolean {
  for (let year = yearOf(from); year <= yearOf(until); year += 1) {
    if (!holidays.coveredYears.includes(year)) return false;
  }
  return true;
}

/** Builds the table from rows of the database or the seed file; every year with a row counts as covered. */
export function holidayTableOf(
  rows: Iterable<{ date: LocalDate; kind: HolidayDay['kind']; name: string }>,
): HolidayTable {
  const days: Record<LocalDate, HolidayDay> = {};
  const years = new Set<number>();
  for (const { date, kind, name } of rows) {
    days[date] = { kind, name };
    years.add(yearOf(date));
  }
  return { coveredYears: [...years].sort((a, b) => a - b), days };
}
