import { LimitUnit, type TimeLimit } from './clock-ledger.ts';
import { type HolidayDay, type HolidayTable, holidayTableOf, isWorkingDay } from './holiday-table.ts';
import { addDays, addMonths, type LocalDate, yearOf } from './local-date.ts';
import { addWorkingDays, countWorkingDays, nextWorkingDayFrom } from './working-days.ts';

/** A published day off or make-up working day, as the calendar stores it. */
export interface StoredHoliday {
  day: LocalDate;
  kind: HolidayDay['kind'];
  name: string;
}

export function tableOf(rows: readonly StoredHoliday[]): HolidayTable {
  return holidayTableOf(rows.map(({ day, kind, name }) => ({ date: day, kind, name })));
}

/** An edit of the calendar: days off, make-up working days, or the removal of what was entered. */
export interface CalendarEdit {
  from: LocalDate;
  to: LocalDate;
  kind: HolidayDay['kind'] | 'none';
}

/** Returns the calendar after an edit. */
export function editedCalendar(
  rows: readonly StoredHoliday[],
  { from, to, kind }: CalendarEdit,
): StoredHoliday[] {
  const others = rows.filter(({ day }) => day < from || day > to);
  if (kind === 'none') return others;
  const edited: StoredHoliday[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) edited.push({ day, kind, name: '' });
  return [...others, ...edited].sort((one, other) => (one.day < other.day ? -1 : 1));
}

/**
 * Returns the first day from which the due dates of two calendars may differ; undefined if none do. A year that
 * becomes published, or is no longer, changes which dates are 暂定, so that it counts from its beginning.
 */
export function firstChangedDay(
  before: readonly StoredHoliday[],
  after: readonly StoredHoliday[],
): LocalDate | undefined {
  const kinds = (rows: readonly StoredHoliday[]) => new Map(rows.map(({ day, kind }) => [day, kind]));
  const [old, now] = [kinds(before), kinds(after)];
  const days = [...new Set([...old.keys(), ...now.keys()])].filter((day) => old.get(day) !== now.get(day));
  const years = (rows: readonly StoredHoliday[]) => new Set(rows.map(({ day }) => yearOf(day)));
  const [oldYears, newYears] = [years(before), years(after)];
  const published = [...oldYears, ...newYears].filter((year) => oldYears.has(year) !== newYears.has(year));
  return [...days, ...published.map((year) => `${year}-01-01`)].sort()[0];
}

/**
 * Estimates the due day of a step after a change of the calendar from its arrival and its present due day, without
 * its ledger: exact for a step whose clock was not paused. Working days are counted again from the arrival.
 */
export function movedDueDay(
  { arrivedOn, dueOn, limit }: { arrivedOn: LocalDate; dueOn: LocalDate; limit: TimeLimit | undefined },
  before: HolidayTable,
  after: HolidayTable,
): LocalDate {
  if (limit === undefined || limit.unit === LimitUnit.workingDays)
    return addWorkingDays(arrivedOn, countWorkingDays(arrivedOn, dueOn, before), after).date;
  if (limit.roll === false) return dueOn;
  const end =
    limit.unit === LimitUnit.months ? addMonths(arrivedOn, limit.amount) : addDays(arrivedOn, limit.amount);
  if (nextWorkingDayFrom(end, before).date === dueOn) return nextWorkingDayFrom(end, after).date;
  return isWorkingDay(dueOn, after) ? dueOn : nextWorkingDayFrom(dueOn, after).date;
}
