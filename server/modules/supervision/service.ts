import type { ClockLedger } from '#domain/calendar/clock-ledger.ts';
import { dueDate } from '#domain/calendar/due-date.ts';
import { type HolidayTable, holidayTableOf } from '#domain/calendar/holiday-table.ts';
import { remaining } from '#domain/calendar/remaining.ts';
import type { Db, Tx } from '#server/database/transaction.ts';
import { insertHolidays, listHolidays } from './queries.ts';

interface Kept {
  readAt: number;
  holidays: Promise<HolidayTable>;
}

const freshSeconds = 30;
const kept = new WeakMap<Db, Kept>();

/** The holiday table, at most thirty seconds old; read before a transaction begins. */
export function currentHolidays(db: Db): Promise<HolidayTable> {
  const now = performance.now();
  const mine = kept.get(db);
  if (mine && now - mine.readAt < freshSeconds * 1000) return mine.holidays;
  const holidays = listHolidays(db).then((rows) =>
    holidayTableOf(rows.map(({ day, kind, name }) => ({ date: day, kind, name }))),
  );
  kept.set(db, { readAt: now, holidays });
  holidays.catch(() => kept.delete(db));
  return holidays;
}

/** Adds days that the table does not hold yet; what the office edited stays. */
export async function addHolidays(
  tx: Tx,
  holidays: readonly { day: string; kind: 'holiday' | 'workday'; name: string }[],
): Promise<void> {
  if (holidays.length > 0) await insertHolidays(tx, holidays);
}

export interface DueLight {
  dueAt: string | null;
  provisional: boolean;
  light: 'green' | 'yellow' | 'red' | 'none';
  text: string;
}

const noLimit: DueLight = { dueAt: null, provisional: false, light: 'none', text: '' };

/** The due date of a ledger as screens show it: date, light and words; nothing without a ledger. */
export function dueLightOf(ledger: ClockLedger | null, holidays: HolidayTable, now: Date): DueLight {
  if (!ledger) return noLimit;
  const due = dueDate(ledger, holidays);
  const left = remaining(ledger, due, holidays, now);
  return {
    dueAt: due.dueAt?.toISOString() ?? null,
    provisional: due.provisional,
    light: left.light,
    text: left.text,
  };
}

/** Why the due date is this day, step by step (为什么是这一天). */
export function explainDue(ledger: ClockLedger | null, holidays: HolidayTable): string[] {
  return ledger ? dueDate(ledger, holidays).explanation : [];
}
