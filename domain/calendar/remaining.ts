import { DayUnit } from '../enumerations/day-unit.ts';
import { type ClockLedger, totalDays } from './clock-ledger.ts';
import type { DueDate } from './due-date.ts';
import type { HolidayTable } from './holiday-table.ts';
import { daysBetween, localDateOf } from './local-date.ts';
import { countWorkingDays } from './working-days.ts';

export const ClockLight = { green: 'green', yellow: 'yellow', red: 'red' } as const;
export type ClockLight = (typeof ClockLight)[keyof typeof ClockLight];

export const clockLightLabel: Record<ClockLight, string> = { green: '绿', yellow: '黄', red: '红' };

export interface Remaining {
  /** Days of the limit's unit that are left, today not counted; negative calendar days once overdue. */
  days: number;
  light: ClockLight;
  /** `余 3 个工作日`, `今日到期`, `超期 2 天`, `已暂停，余 3 个工作日`. */
  text: string;
}

/**
 * How much of a limit is left now. Yellow begins with the last fifth of the limit, at least with its last day; red is
 * overdue. Overdue is counted in calendar days, whatever the unit of the limit, since the citizen waits on all of them.
 */
export function remaining(ledger: ClockLedger, due: DueDate, holidays: HolidayTable, now: Date): Remaining {
  const unit = ledger.limit.unit === DayUnit.workingDays ? '个工作日' : '天';
  const warnAt = Math.max(1, Math.ceil(totalDays(ledger) / 5));
  const lightFor = (days: number) => (days <= warnAt ? ClockLight.yellow : ClockLight.green);
  if (due.dueAt === null) {
    return {
      days: due.daysLeft,
      light: lightFor(due.daysLeft),
      text: `已暂停，余 ${due.daysLeft} ${unit}`,
    };
  }
  const today = localDateOf(now);
  const lastDay = localDateOf(due.dueAt);
  if (today > lastDay) {
    const over = daysBetween(lastDay, today);
    return { days: -over, light: ClockLight.red, text: `超期 ${over} 天` };
  }
  if (today === lastDay) return { days: 0, light: ClockLight.yellow, text: '今日到期' };
  const days =
    ledger.limit.unit === DayUnit.workingDays
      ? countWorkingDays(today, lastDay, holidays)
      : daysBetween(today, lastDay);
  return { days, light: lightFor(days), text: `余 ${days} ${unit}` };
}
