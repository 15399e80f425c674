import { type HolidayTable, isWorkingDay } from './holiday-table.ts';
import { endOfDay, type LocalDate, localDateOf, startOfDay } from './local-date.ts';
import { addWorkingDays } from './working-days.ts';

/** One part of the office hours of a working day, in minutes since midnight in China. */
interface HoursSpan {
  from: number;
  until: number;
}

/** The office hours of every working day, in the order of the day; never empty. */
export type OfficeHours = readonly [HoursSpan, ...HoursSpan[]];

/** Office hours and holidays together: everything by which working hours are counted. */
export interface OfficeTime {
  hours: OfficeHours;
  holidays: HolidayTable;
}

/** Office hours until the operator sets others. */
export const defaultOfficeHours = '08:30-12:00,13:30-17:30';

const msPerMinute = 60_000;
const maxSpans = 4;
const spanPattern = /^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-4]):([0-5]\d)$/;

/** Reads office hours such as `08:30-12:00,13:30-17:30`; undefined if the text is wrong or its parts overlap. */
export function readOfficeHours(text: string): OfficeHours | undefined {
  const parts = text.split(',');
  if (parts.length > maxSpans) return undefined;
  const spans: HoursSpan[] = [];
  for (const part of parts) {
    const found = spanPattern.exec(part.trim());
    if (!found) return undefined;
    const [fromHour, fromMinute, untilHour, untilMinute] = found.slice(1).map(Number) as [
      number,
      number,
      number,
      number,
    ];
    const span = { from: fromHour * 60 + fromMinute, until: untilHour * 60 + untilMinute };
    if (span.from >= span.until || span.until > 1_440 || span.from < (spans.at(-1)?.until ?? 0))
      return undefined;
    spans.push(span);
  }
  const [first, ...others] = spans;
  return first && [first, ...others];
}

const at = (day: LocalDate, minute: number) => new Date(startOfDay(day).getTime() + minute * msPerMinute);
const minuteOf = (instant: Date) =>
  (instant.getTime() - startOfDay(localDateOf(instant)).getTime()) / msPerMinute;

/** Returns the time at which the office opens on a working day. */
export function openingOf(day: LocalDate, { hours }: OfficeTime): Date {
  return at(day, hours[0].from);
}

/** Returns the instant itself if the office is open then, else the next opening. */
export function nextOfficeTime(instant: Date, office: OfficeTime): Date {
  const day = localDateOf(instant);
  if (isWorkingDay(day, office.holidays)) {
    const minute = minuteOf(instant);
    const span = office.hours.find(({ until }) => minute < until);
    if (span) return minute >= span.from ? instant : at(day, span.from);
  }
  return openingOf(addWorkingDays(day, 1, office.holidays).date, office);
}

/**
 * Returns the time that is so many working hours before (negative) or after an instant. A limit that ends with its
 * day ends, in working hours, when the office closes on that day.
 */
export function addWorkingHours(instant: Date, hours: number, office: OfficeTime): Date {
  return hours < 0 ? stepBack(instant, -hours * 60, office) : stepForward(instant, hours * 60, office);
}

function stepForward(instant: Date, minutes: number, office: OfficeTime): Date {
  let [start, left] = [nextOfficeTime(instant, office), minutes];
  for (;;) {
    const day = localDateOf(start);
    const minute = minuteOf(start);
    for (const span of office.hours) {
      const from = Math.max(minute, span.from);
      const open = Math.max(0, span.until - from);
      if (open > 0 && left <= open) return at(day, from + left);
      left -= open;
    }
    start = openingOf(addWorkingDays(day, 1, office.holidays).date, office);
  }
}

function stepBack(instant: Date, minutes: number, office: OfficeTime): Date {
  let [end, left] = [instant, minutes];
  for (;;) {
    const day = localDateOf(end);
    const minute = minuteOf(end);
    for (const span of isWorkingDay(day, office.holidays) ? office.hours.toReversed() : []) {
      const until = Math.min(minute, span.until);
      const open = Math.max(0, until - span.from);
      if (open > 0 && left <= open) return at(day, until - left);
      left -= open;
    }
    end = endOfDay(addWorkingDays(day, -1, office.holidays).date);
  }
}
