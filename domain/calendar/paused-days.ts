import type { ClockLedger } from './clock-ledger.ts';
import { dayNumber, localDateOf, startOfDay } from './local-date.ts';

/** Day numbers at whose beginning or end the clock was paused; without an end while the pause lasts. */
export interface PausedDays {
  first: number;
  last: number;
  reason: string;
}

/**
 * Returns the days that each pause removes from a limit, in the ledger's order; a pause within one day
 * removes none.
 */
export function pausedDays({ pauses }: ClockLedger): PausedDays[] {
  return pauses.flatMap(({ from, until, reason }) => {
    const first = dayNumber(localDateOf(new Date(from)));
    const last = until === null ? Number.POSITIVE_INFINITY : lastDay(new Date(from), new Date(until));
    return last < first ? [] : [{ first, last, reason }];
  });
}

function lastDay(from: Date, until: Date): number {
  const day = localDateOf(until);
  const begin = startOfDay(day);
  const includesBeginning = from <= begin && begin < until;
  return includesBeginning ? dayNumber(day) : dayNumber(day) - 1;
}
