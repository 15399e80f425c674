/** Functions of days, which are texts `YYYY-MM-DD` from end to end: no time zone takes part. */
import { addDays, daysBetween, isLocalDate, type LocalDate } from '../calendar/local-date.ts';
import { addWorkingDays, countWorkingDays } from '../calendar/working-days.ts';
import { Decimal, decimalText } from './decimal.ts';
import type { Evaluation } from './evaluation.ts';
import type { Value } from './values.ts';

/** Years, months or days that may be added to a day. */
const maxCount = 36_600;

const dayOf = (value: Value | undefined) =>
  typeof value === 'string' && isLocalDate(value) ? value : undefined;

function wholeNumber(value: Value | undefined): number | undefined {
  if (!(value instanceof Decimal)) return undefined;
  const count = Number(decimalText(value));
  return Number.isInteger(count) && Math.abs(count) <= maxCount ? count : undefined;
}

const decimal = (count: number) => new Decimal(BigInt(count), 0);

/** Returns the day, or null if it lies outside the years 1 to 9999. */
const withinYears = (day: string): LocalDate | null => (isLocalDate(day) && day >= '0001' ? day : null);

function functionOfTwoDays(compute: (from: LocalDate, until: LocalDate) => number) {
  return {
    argumentCounts: [2, 2] as const,
    call([first, second]: readonly Value[]): Value {
      const [from, until] = [dayOf(first), dayOf(second)];
      return from === undefined || until === undefined ? null : decimal(compute(from, until));
    },
  };
}

function functionOfDayAndCount(
  compute: (day: LocalDate, count: number, evaluation: Evaluation) => string | null,
) {
  return {
    argumentCounts: [2, 2] as const,
    call([first, second]: readonly Value[], evaluation: Evaluation): Value {
      const [day, count] = [dayOf(first), wholeNumber(second)];
      if (day === undefined || count === undefined) return null;
      const result = compute(day, count, evaluation);
      return result === null ? null : withinYears(result);
    },
  };
}

function partOfDay(from: number, to: number) {
  return {
    argumentCounts: [1, 1] as const,
    call([value]: readonly Value[]): Value {
      const day = dayOf(value);
      return day === undefined ? null : decimal(Number(day.slice(from, to)));
    },
  };
}

/** Adds months; a day that the month does not have becomes its last one: 2024-01-31 + 1 is 2024-02-29. */
function addMonths(day: LocalDate, count: number): string | null {
  const month = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + count;
  const year = Math.floor(month / 12);
  if (year < 1 || year > 9999) return null;
  const prefix = `${String(year).padStart(4, '0')}-${String(month - year * 12 + 1).padStart(2, '0')}-`;
  for (let last = Number(day.slice(8)); last > 0; last -= 1) {
    const found = `${prefix}${String(last).padStart(2, '0')}`;
    if (isLocalDate(found)) return found;
  }
  return null;
}

/** Returns the full years from one day to the other, as for an age; negative if the second lies earlier. */
function fullYears(from: LocalDate, until: LocalDate): number {
  if (until < from) return -fullYears(until, from);
  const years = Number(until.slice(0, 4)) - Number(from.slice(0, 4));
  return until.slice(5) < from.slice(5) ? years - 1 : years;
}

export const dayFunctions = {
  today: {
    argumentCounts: [0, 0] as const,
    needsCalendar: true as const,
    call: (_: readonly Value[], { today }: Evaluation): Value => today ?? null,
  },
  year: partOfDay(0, 4),
  month: partOfDay(5, 7),
  day: partOfDay(8, 10),
  'day difference': functionOfTwoDays(daysBetween),
  'year difference': functionOfTwoDays(fullYears),
  'add days': functionOfDayAndCount(addDays),
  'add months': functionOfDayAndCount(addMonths),
  'add years': functionOfDayAndCount((day, count) => addMonths(day, count * 12)),
  'working day difference': {
    argumentCounts: [2, 2] as const,
    needsCalendar: true as const,
    call([first, second]: readonly Value[], { holidays }: Evaluation): Value {
      const [from, until] = [dayOf(first), dayOf(second)];
      if (from === undefined || until === undefined || holidays === undefined) return null;
      return decimal(
        until < from ? -countWorkingDays(until, from, holidays) : countWorkingDays(from, until, holidays),
      );
    },
  },
  'add working days': {
    ...functionOfDayAndCount((day, count, { holidays }) =>
      holidays === undefined ? null : addWorkingDays(day, count, holidays).date,
    ),
    needsCalendar: true as const,
  },
};
