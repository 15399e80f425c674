import type { HolidayTable } from '#domain/calendar/holiday-table.ts';
import { localDateOf } from '#domain/calendar/local-date.ts';
import { countWorkingDays } from '#domain/calendar/working-days.ts';
import type { OrderState } from '#domain/workflow/model/model.ts';

/**
 * Returns the working days that an ended order took, from the day on which its first task opened, not
 * counting that day; null while it runs.
 */
export function workingDaysOfOrder({ ended, tasks }: OrderState, holidays: HolidayTable): number | null {
  const start = tasks[0]?.openedAt;
  if (!ended || start === undefined) return null;
  return countWorkingDays(localDateOf(new Date(start)), localDateOf(new Date(ended.at)), holidays);
}
