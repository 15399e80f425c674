import type { ClockLedger } from './clock-ledger.ts';
import type { DueDate } from './due-date.ts';
import { type DueLight, daysLeftText, dueLight, lightFor } from './due-light.ts';
import type { HolidayTable } from './holiday-table.ts';

/** How much of a limit is left now, by its ledger: as the due date shows it, or what is kept while the clock stands. */
export function remaining(ledger: ClockLedger, due: DueDate, holidays: HolidayTable, now: Date): DueLight {
  const { unit } = ledger.limit;
  if (due.dueAt !== null) return dueLight(due.dueAt, holidays, now, unit);
  return { light: lightFor(due.daysLeft), text: `已暂停，${daysLeftText(due.daysLeft, unit)}` };
}
