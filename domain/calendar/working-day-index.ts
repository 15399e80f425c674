import type { HolidayTable } from './holiday-table.ts';
import { dayNumber } from './local-date.ts';

/**
 * Index to count working days up to any day without stepping through them: Mondays to Fridays by whole weeks,
 * and the changes by holiday notices as a running sum at each changed day.
 */
export interface WorkingDayIndex {
  /** Days that the holiday notices change, ascending. */
  exceptions: readonly number[];
  /** For each exception, the number of working days that all exceptions up to it add or remove. */
  changes: readonly number[];
}

const indexes = new WeakMap<HolidayTable['days'], WorkingDayIndex>();

/** Returns the index of a table, which is built once for each table. */
export function indexOf({ days }: HolidayTable): WorkingDayIndex {
  const cached = indexes.get(days);
  if (cached !== undefined) return cached;
  const sorted = Object.entries(days)
    .map(([date, { kind }]) => ({ day: dayNumber(date), works: kind === 'workday' ? 1 : 0 }))
    .sort((first, other) => first.day - other.day);
  let change = 0;
  const changes = sorted.map(({ day, works }) => {
    change += works - (weekdaysUpTo(day) - weekdaysUpTo(day - 1));
    return change;
  });
  const index = { exceptions: sorted.map(({ day }) => day), changes };
  indexes.set(days, index);
  return index;
}

/** Returns the number of working days up to and including a day, counted from a fixed day. */
export function workingDaysUpTo(day: number, { exceptions, changes }: WorkingDayIndex): number {
  return weekdaysUpTo(day) + (changes[firstAfter(day, exceptions) - 1] ?? 0);
}

/** Returns the first day up to which `workingDaysUpTo` counts `count` working days. */
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
