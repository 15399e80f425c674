import { DayUnit, dayUnitLabel } from '../enumerations/day-unit.ts';

/**
 * Unit of a time limit: the two of the specification (S2 day types), and months, in which some laws set limits
 * (代表法 art. 51).
 */
export const LimitUnit = { ...DayUnit, months: 3 } as const;
export type LimitUnit = (typeof LimitUnit)[keyof typeof LimitUnit];

export const limitUnitLabel: Record<LimitUnit, string> = { ...dayUnitLabel, [LimitUnit.months]: '月' };

/** The time that a task or an order may take. */
export interface TimeLimit {
  amount: number;
  unit: LimitUnit;
  /**
   * False if a limit in calendar days or months ends on its last day even if this is a day off. By default it ends
   * on the next working day (民法典 art. 203). A limit in working days always ends on a working day.
   */
  roll?: false;
}

/** Returns a limit as text: `3 个工作日`, `30 个自然日`, `3 个月`. */
export function timeLimitText({ amount, unit }: Pick<TimeLimit, 'amount' | 'unit'>): string {
  return `${amount} 个${limitUnitLabel[unit]}`;
}

/** A pause of the clock from `from` to `until` (null: not over yet) for the cause named by `key`. */
export interface ClockPause {
  key: string;
  from: string;
  until: string | null;
  /** Reason in Chinese, shown in the explanation, such as 退回他人办理. */
  reason: string;
}

/** Days, or months, granted in addition to the limit, in the limit's own unit. */
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

/** Adds days or months to the limit, in the limit's unit. */
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

/** Returns the amount of the limit and of all extensions together, in the limit's unit. */
export function totalAmount(ledger: ClockLedger): number {
  return ledger.extensions.reduce((sum, { days }) => sum + days, ledger.limit.amount);
}
