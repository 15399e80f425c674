import type { DayUnit } from '../enumerations/day-unit.ts';

/** The time that a task or an order may take: a number of working or of calendar days. */
export interface TimeLimit {
  amount: number;
  unit: DayUnit;
}

/** A pause of the clock from `from` to `until` (null: not over yet) for the cause named by `key`. */
export interface ClockPause {
  key: string;
  from: string;
  until: string | null;
  /** Reason in Chinese, shown in the explanation, such as 退回他人办理. */
  reason: string;
}

/** Days granted in addition to the limit, in the limit's own unit. */
export interface ClockExtension {
  at: string;
  days: number;
  reason: string;
}

/**
 * Everything that determines a due date, except the holidays. Plain JSON with times as ISO texts, so that the
 * ledger can be stored with its order and computed again when holidays change.
 */
export interface ClockLedger {
  startedAt: string;
  limit: TimeLimit;
  pauses: readonly ClockPause[];
  extensions: readonly ClockExtension[];
}

export function startClock(limit: TimeLimit, now: Date): ClockLedger {
  return { startedAt: now.toISOString(), limit, pauses: [], extensions: [] };
}

/** Stops the clock for one record; a record that has already stopped it changes nothing. */
export function pauseClock(
  ledger: ClockLedger,
  pause: { key: string; reason: string },
  now: Date,
): ClockLedger {
  if (ledger.pauses.some(({ key, until }) => key === pause.key && until === null)) return ledger;
  const newPause = { key: pause.key, from: now.toISOString(), until: null, reason: pause.reason };
  return { ...ledger, pauses: [...ledger.pauses, newPause] };
}

/** Ends the pause of one record; the clock runs again when no other record pauses it. */
export function resumeClock(ledger: ClockLedger, key: string, now: Date): ClockLedger {
  const pauses = ledger.pauses.map((pause) =>
    pause.key === key && pause.until === null ? { ...pause, until: now.toISOString() } : pause,
  );
  return { ...ledger, pauses };
}

/** Adds days to the limit, in the limit's unit. */
export function extendClock(
  ledger: ClockLedger,
  extension: { days: number; reason: string },
  now: Date,
): ClockLedger {
  const newExtension = { at: now.toISOString(), days: extension.days, reason: extension.reason };
  return { ...ledger, extensions: [...ledger.extensions, newExtension] };
}

export function isPaused(ledger: ClockLedger): boolean {
  return ledger.pauses.some(({ until }) => until === null);
}

/** Returns the number of days of the limit and of all extensions together. */
export function totalDays(ledger: ClockLedger): number {
  return ledger.extensions.reduce((sum, { days }) => sum + days, ledger.limit.amount);
}
