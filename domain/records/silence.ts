import type { TimeLimit } from '../calendar/clock-ledger.ts';
import { localDateOf } from '../calendar/local-date.ts';
import { DayUnit } from '../enumerations/day-unit.ts';

/** Acceptance by silence: a permit application that nobody answers in time counts as accepted (行政许可法 art. 32). */
export interface SilentAcceptance {
  /** The first moment (ISO) after the last day on which a correction could be asked. */
  from: string;
  /** The day (`YYYY-MM-DD`) on which the application counts as accepted: that of its receipt. */
  acceptedOn: string;
}

/**
 * Returns when an application counts as accepted that was received at this time and got no answer; null if the item
 * has no such rule. `endOf` returns the last moment of a limit (ISO).
 */
export function silentAcceptance(
  silenceDays: number,
  receivedAt: Date,
  endOf: (limit: TimeLimit, from: Date) => string,
): SilentAcceptance | null {
  if (silenceDays <= 0) return null;
  const lastMoment = endOf({ amount: silenceDays, unit: DayUnit.workingDays }, receivedAt);
  return {
    from: new Date(new Date(lastMoment).getTime() + 1).toISOString(),
    acceptedOn: localDateOf(receivedAt),
  };
}
