import type { HolidayTable } from './holiday-table.ts';
import { dayNumber } from './local-date.ts';

/**
 * Counts working days up to any day without stepping through them: Mondays to Fridays by whole weeks, and what the
 * notices change by a sum kept beside each of their days.
 */
export interface WorkingDayIndex {
  /** Days that the notices name, ascending. */
  exceptions: readonly number[];
  /** At each of them, how many working days all exceptions so far added or took away. */
  changes: readonly number[];
}

const indexes = new WeakMap<HolidayTable['days'], WorkingDayIndex>();

/** Returns the index of a table, built once for each. */
export function indexOf({ days }: HolidayTable): WorkingDayIndex {
  const known = indexes.get(days);
  if (known !== undefined) return known;
  const sorted = Object.entries(days)
    .map(([date, { kind }]) => ({ day: dayNumber(date), works: kind === 'workday' ? 1 : 0 }))
    .sort((one, other) => one.day - other.day);
  let change = 0;
  const changes = sorted.map(({ day, works }) => {
    change += works - (weekdaysUpTo(day) - weekdaysUpTo(day - 1));
    return change;
  });
  const index = { exceptions: sorted.map(({ day }) => day), changes };
  indexes.set(days, index);
  return index;
}

/** Returns how many working days lie up to and including a day, counted from one fixed day. */
export function workingDaysUpTo(day: number, { exceptions, changes }: WorkingDayIndex): number {
  return weekdaysUpTo(day) + (changes[firstAfter(day, exceptions) - 1] ?? 0);
}

/** Returns the working day up to which there are `count` working days, by the count of `workingDaysUpTo`. */
export function workingDayAt(count: number, index: WorkingDayIndex): number {
  // Every exception moves the day by one weekday at most.
  let low = weekdayAt(count - index.exceptions.length);
  let high = weekdayAt(count + index.exceptions.length);
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (workingDaysUpTo(middle, index) >= count) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Returns the first exception after a day, if there is one. */
export function exceptionAfter(day: number, { exceptions }: WorkingDayIndex): number | undefined {
  return exceptions[firstAfter(day, exceptions)];
}

function firstAfter(day: number, ascending: readonly number[]): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((ascending[middle] ?? 0) <= day) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A Monday, from which weeks are counted. */
const firstMonday = -3;

function weekdaysUpTo(day: number): number {
  const weeks = Math.floor((day - firstMonday) / 7);
  return weeks * 5 + Math.min(5, day - firstMonday - weeks * 7 + 1);
}

function weekdayAt(count: number): number {
  const weeks = Math.floor((count - 1) / 5);
  return firstMonday + weeks * 7 + (count - 1 - weeks * 5);
}
