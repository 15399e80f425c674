import { DayUnit } from '../enumerations/day-unit.ts';
import type { ClockLedger } from './clock-ledger.ts';
import type { DueDate } from './due-date.ts';
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
  /** Text such as `余 3 个工作日`, `余 3 天`, `今日到期`, `超期 2 天`. */
  text: string;
}

/**
 * Returns the light of a due date from the date alone, for lists, which do not load the ledger. Days left are
 * counted in the limit's unit, overdue days always in calendar days, because the applicant waits on all of
 * them.
 */
export function dueLight(
  dueAt: Date,
  holidays: HolidayTable,
  now: Date,
  unit: DayUnit = DayUnit.workingDays,
): DueLight {
  const today = localDateOf(now);
  const lastDay = localDateOf(dueAt);
  const overdue = overdueDays(dueAt, now);
  if (overdue > 0) return { light: ClockLight.red, text: `超期 ${overdue} 天` };
  if (today === lastDay) return { light: ClockLight.yellow, text: '今日到期' };
  const days =
    unit === DayUnit.workingDays ? countWorkingDays(today, lastDay, holidays) : daysBetween(today, lastDay);
  return { light: lightFor(days), text: daysLeftText(days, unit) };
}

/** Returns the calendar days since a due date; 0 on the day itself, before it, and without a due date. */
export function overdueDays(dueAt: Date | null, now: Date): number {
  return dueAt === null ? 0 : Math.max(0, daysBetween(localDateOf(dueAt), localDateOf(now)));
}

/** Returns the light for a number of days left, not counting today. */
function lightFor(daysLeft: number): ClockLight {
  return daysLeft <= warnWorkingDays ? ClockLight.yellow : ClockLight.green;
}

/** Returns `余 3 个工作日` or `余 3 天`. */
function daysLeftText(days: number, unit: DayUnit): string {
  return `余 ${days} ${unit === DayUnit.workingDays ? '个工作日' : '天'}`;
}

/**
 * Returns the remaining time of a limit by its ledger: from the due date, or the saved days while the clock
 * is paused.
 */
export function remaining(ledger: ClockLedger, due: DueDate, holidays: HolidayTable, now: Date): DueLight {
  const { unit } = ledger.limit;
  if (due.dueAt !== null) return dueLight(due.dueAt, holidays, now, unit);
  return { light: lightFor(due.daysLeft), text: `已暂停，${daysLeftText(due.daysLeft, unit)}` };
}

/**
 * Returns the last day that a list warns of: everything due from today to that day has a yellow light. Days
 * off in between are included, so that the tab 将到期 and the light of a row never disagree.
 */
export function lastWarnedDay(today: LocalDate, holidays: HolidayTable): LocalDate {
  return addDays(addWorkingDays(today, warnWorkingDays + 1, holidays).date, -1);
}
