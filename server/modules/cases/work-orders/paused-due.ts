import type { WorkOrderPage } from '#contract/work-orders.ts';
import { type ClockLedger, isPaused, LimitUnit, limitUnitLabel } from '#domain/calendar/clock-ledger.ts';
import { dueDate } from '#domain/calendar/due-date.ts';
import type { HolidayTable } from '#domain/calendar/holiday-table.ts';

/**
 * Returns the due date of an order whose clock is paused: no date and no light, but the days that are left; nothing for
 * other orders. An order that had used up its limit before the pause stays overdue.
 */
export function pausedDue(
  { clock, ended_at }: { clock: ClockLedger | null; ended_at: Date | string | null },
  holidays: HolidayTable,
): { due?: WorkOrderPage['order']['due'] } {
  if (clock === null || ended_at !== null || !isPaused(clock)) return {};
  const { dueAt, daysLeft, provisional } = dueDate(clock, holidays);
  if (dueAt !== null) return {};
  const unit = clock.limit.unit === LimitUnit.workingDays ? LimitUnit.workingDays : LimitUnit.calendarDays;
  return {
    due: {
      dueAt: null,
      provisional,
      light: 'none',
      text: `计时暂停，余 ${daysLeft} 个${limitUnitLabel[unit]}`,
    },
  };
}
