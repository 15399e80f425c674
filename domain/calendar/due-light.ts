import type { HolidayTable } from './holiday-table.ts';
import { addDays, daysBetween, type LocalDate, localDateOf } from './local-date.ts';
import { addWorkingDays, countWorkingDays } from './working-days.ts';

export const ClockLight = { green: 'green', yellow: 'yellow', red: 'red' } as const;
export type ClockLight = (typeof ClockLight)[keyof typeof ClockLight];

/**
 * Working days before the end from which a list warns; the same for tasks and orders, so that a row and its
 * page agree.
 */
const warnWorkingDays = 3;

export interface DueLight {
  light: ClockLight;
  /** Text such as `余 3 个工作日`, `今日到期`, `超期 2 天`. */
  text: string;
}

/**
 * Returns the light of a due date from the date alone, for lists, which do not load the ledger. Days left are
 * counted in working days, whatever the limit's unit; overdue days in calendar days, because the applicant
 * waits on all of them.
 */
export function dueLight(dueAt: Date, holidays: HolidayTable, now: Date): DueLight {
  const today = localDateOf(now);
  const lastDay = localDateOf(dueAt);
  const overdue = overdueDays(dueAt, now);
  if (overdue > 0) return { light: ClockLight.red, text: `超期 ${overdue} 天` };
  if (today === lastDay) return { light: ClockLight.yellow, text: '今日到期' };
  const days = countWorkingDays(today, lastDay, holidays);
  const light = days <= warnWorkingDays ? ClockLight.yellow : ClockLight.green;
  return { light, text: `余 ${days} 个工作日` };
}

/** Returns the calendar days since a due date; 0 on the day itself, before it, and without a due date. */
export function overdueDays(dueAt: Date | null, now: Date): number {
  return dueAt === null ? 0 : Math.max(0, daysBetween(localDateOf(dueAt), localDateOf(now)));
}

/**
 * Returns the last day that a list warns of: everything due from today to that day has a yellow light. Days
 * off in between are included, so that the tab 将到期 and the light of a row never disagree.
 */
export function lastWarnedDay(today: LocalDate, holidays: HolidayTable): LocalDate {
  return addDays(addWorkingDays(today, warnWorkingDays + 1, holidays).date, -1);
}
