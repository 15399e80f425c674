import { dueLight, type LightDays } from '#domain/calendar/due-light.ts';
import { type HolidayTable, holidayTableOf } from '#domain/calendar/holiday-table.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';
import { insertHolidays, listHolidays } from './queries.ts';

export { effectKey } from './effect-key.ts';
export { listHolidays, lockCalendar, upsertHolidays } from './queries.ts';

interface CachedHolidays {
  readAt: number;
  holidays: Promise<HolidayTable>;
}

const cacheSeconds = 30;
const cache = new WeakMap<Db, CachedHolidays>();

/** Returns the holiday table, at most thirty seconds old. Call it before a transaction begins. */
export function currentHolidays(db: Db): Promise<HolidayTable> {
  const now = performance.now();
  const cached = cache.get(db);
  if (cached && now - cached.readAt < cacheSeconds * 1000) return cached.holidays;
  const holidays = listHolidays(db).then((rows) =>
    holidayTableOf(rows.map(({ day, kind, name }) => ({ date: day, kind, name }))),
  );
  cache.set(db, { readAt: now, holidays });
  holidays.catch(() => cache.delete(db));
  return holidays;
}

/**
 * Clears the cached table after an edit: this process reads it again at once, other processes within thirty
 * seconds.
 */
export function clearHolidayCache(db: Db): void {
  cache.delete(db);
}

/** Adds days that the table does not contain yet; existing days are not changed, because the office may have edited them. */
export async function addHolidays(
  tx: Tx,
  holidays: readonly { day: string; kind: 'holiday' | 'workday'; name: string }[],
): Promise<void> {
  if (holidays.length > 0) await insertHolidays(tx, holidays);
}

export interface DueDateView {
  dueAt: string | null;
  provisional: boolean;
  light: 'green' | 'yellow' | 'red' | 'none';
  text: string;
}

/**
 * Returns a due date as screens show it: date, light and text; an order that has ended or has no limit shows
 * no light.
 */
export function presentDueDate(
  due: { at: Date | string | null; provisional: boolean; ended: boolean },
  holidays: HolidayTable,
  now: Date,
  lights?: LightDays,
): DueDateView {
  const { provisional } = due;
  if (due.at === null) return { dueAt: null, provisional, light: 'none', text: '' };
  const at = new Date(due.at);
  if (due.ended) return { dueAt: at.toISOString(), provisional, light: 'none', text: '' };
  return { dueAt: at.toISOString(), provisional, ...dueLight(at, holidays, now, lights) };
}
