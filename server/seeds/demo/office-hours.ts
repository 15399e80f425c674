import { type HolidayTable, isWorkingDay } from '#domain/calendar/holiday-table.ts';
import { addDays, localDateOf, startOfDay } from '#domain/calendar/local-date.ts';

const minute = 60_000;
/** Working hours of the demo office, in minutes of the day. */
const officeHours = [
  { start: 8 * 60 + 35, end: 11 * 60 + 40 },
  { start: 13 * 60 + 35, end: 17 * 60 + 10 },
] as const;

/** Number of working minutes in one day. */
export const officeDayMinutes = officeHours.reduce((sum, span) => sum + span.end - span.start, 0);

/**
 * Returns the time after a number of working minutes: nights, weekends and festivals are skipped, make-up
 * working days (调休) count. The seconds of `from` are kept, so that times do not look rounded.
 */
export function addOfficeMinutes(from: Date, minutes: number, holidays: HolidayTable): Date {
  let remaining = minutes;
  for (let day = localDateOf(from); ; day = addDays(day, 1)) {
    if (!isWorkingDay(day, holidays)) continue;
    const midnight = startOfDay(day).getTime();
    for (const span of officeHours) {
      const startsAt = Math.max(midnight + span.start * minute, from.getTime());
      const endsAt = midnight + span.end * minute;
      if (startsAt >= endsAt) continue;
      if (startsAt + remaining * minute < endsAt) return new Date(startsAt + remaining * minute);
      remaining -= (endsAt - startsAt) / minute;
    }
  }
}
