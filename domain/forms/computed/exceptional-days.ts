import { type HolidayTable, holidayTableOf } from '../../calendar/holiday-table.ts';
import type { LocalDate } from '../../calendar/local-date.ts';
import { formLimits } from '../limits.ts';

/** The days of a holiday table on which working days differ from Monday to Friday: true for a working day. */
export type ExceptionalDays = Readonly<Record<LocalDate, boolean>>;

/** Returns the newest exceptional days of a table, for a browser that computes with working days. */
export function exceptionalDays({ days }: HolidayTable): ExceptionalDays {
  const newest = Object.entries(days)
    .sort(([one], [other]) => (one < other ? 1 : -1))
    .slice(0, formLimits.exceptionalDays);
  return Object.fromEntries(newest.map(([day, { kind }]) => [day, kind === 'workday']));
}

/** Returns a holiday table with these days, which has the same working days. */
export function holidaysOf(days: ExceptionalDays): HolidayTable {
  return holidayTableOf(
    Object.entries(days).map(([date, works]) => ({ date, kind: works ? 'workday' : 'holiday', name: '' })),
  );
}

/** Checks whether an expression may depend on the office's working days. */
export const needsWorkingDays = (source: string) => /working\s+day/.test(source);
