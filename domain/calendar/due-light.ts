import type { HolidayTable } from './holiday-table.ts';
import { daysBetween, localDateOf } from './local-date.ts';
import { ClockLight } from './remaining.ts';
import { countWorkingDays } from './working-days.ts';

/** Days before the end from which a list warns; the same for tasks and orders, so that a row and its page agree. */
export const warnWorkingDays = 3;

export interface DueLight {
  light: ClockLight;
  /** `余 3 个工作日`, `今日到期`, `超期 2 天`. */
  text: string;
}

/**
 * How near a due date is, from the date alone: what lists show, where the ledger is not at hand. Days left are working
 * days; overdue is counted in calendar days, since the citizen waits on all of them.
 */
export function dueLight(dueAt: Date, holidays: HolidayTable, now: Date): DueLight {
  const today = localDateOf(now);
  const lastDay = localDateOf(dueAt);
  if (today > lastDay) return { light: ClockLight.red, text: `超期 ${daysBetween(lastDay, today)} 天` };
  if (today === lastDay) return { light: ClockLight.yellow, text: '今日到期' };
  const days = countWorkingDays(today, lastDay, holidays);
  return {
    light: days <= warnWorkingDays ? ClockLight.yellow : ClockLight.green,
    text: `余 ${days} 个工作日`,
  };
}
