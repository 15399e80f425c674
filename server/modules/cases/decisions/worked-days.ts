import type { HolidayTable } from '#domain/calendar/holiday-table.ts';
import { localDateOf } from '#domain/calendar/local-date.ts';
import { countWorkingDays } from '#domain/calendar/working-days.ts';
import type { OrderState } from '#domain/workflow/model/model.ts';

/** Working days that an ended order took, from the day that its first task opened on, that day not counted; else null. */
export function workedDays({ ended, tasks }: OrderState, holidays: HolidayTable): number | null {
  const start = tasks[0]?.openedAt;
  if (!ended || start === undefined) return null;
  return countWorkingDays(localDateOf(new Date(start)), localDateOf(new Date(ended.at)), holidays);
}
