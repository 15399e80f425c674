import { DayUnit } from '../enumerations/day-unit.ts';
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
const commonYellow: LightChange = { days: warnWorkingDays, unit: DayUnit.workingDays };

/** When the light of a limit changes: at most so many days are left. */
export interface LightChange {
  days: number;
  unit: DayUnit;
}

/** Changes of a limit's light that its item sets; without a red one it is red only when the limit is over. */
export interface LightDays {
  yellow: LightChange;
  red: LightChange | null;
}

export interface DueLight {
  light: ClockLight;
  /** Text such as `余 3 个工作日`, `今日到期`, `超期 2 天`. */
  text: string;
}

/**
 * Returns the light of a due date from the date alone, for lists, which do not load the ledger. Days left are
 * counted in working days, whatever the limit's unit; overdue days in calendar days, because the applicant
 * waits on all of them. `lights` are those of the item, if it sets its own (docs/decisions/0237).
 */
export function dueLight(dueAt: Date, holidays: HolidayTable, now: Date, lights?: LightDays): DueLight {
  const today = localDateOf(now);
  const lastDay = localDateOf(dueAt);
  const overdue = overdueDays(dueAt, now);
  if (overdue > 0) return { light: ClockLight.red, text: `超期 ${overdue} 天` };
  const days = countWorkingDays(today, lastDay, holidays);
  const isReached = (change: LightChange | null) =>
    change !== null &&
    (change.unit === DayUnit.workingDays ? days : daysBetween(today, lastDay)) <= change.days;
  const light = isReached(lights?.red ?? null)
    ? ClockLight.red
    : today === lastDay || isReached(lights?.yellow ?? commonYellow)
      ? ClockLight.yellow
      : ClockLight.green;
  return { light, text: today === lastDay ? '今日到期' : `余 ${days} 个工作日` };
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
