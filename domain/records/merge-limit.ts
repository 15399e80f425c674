import type { ClockLedger } from '../calendar/clock-ledger.ts';
import { totalAmount } from '../calendar/clock-ledger.ts';
import { dueDate } from '../calendar/due-date.ts';
import type { HolidayTable } from '../calendar/holiday-table.ts';

/**
 * Returns by how many days of its own unit the limit of a main order must be shortened so that it ends on the day of the
 * earliest merged order, or the last possible day before that; 0 if it is earlier itself, or has no date.
 */
export function daysToShorten(ledger: ClockLedger, earliest: Date, holidays: HolidayTable): number {
  const dueWith = (shortenedBy: number) => {
    const shortened = { at: ledger.startedAt, days: -shortenedBy, reason: '' };
    return dueDate({ ...ledger, extensions: [...ledger.extensions, shortened] }, holidays).dueAt;
  };
  const own = dueWith(0);
  if (own === null || own <= earliest) return 0;
  // The due date grows with the days, so the fewest days are found by halving.
  let [tooFew, enough] = [0, Math.max(0, totalAmount(ledger))];
  while (enough - tooFew > 1) {
    const middle = Math.floor((tooFew + enough) / 2);
    const due = dueWith(middle);
    if (due !== null && due <= earliest) enough = middle;
    else tooFew = middle;
  }
  return enough;
}
