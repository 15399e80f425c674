import type { TimeLimit } from '../calendar/clock-ledger.ts';
import { addDays, localDateOf } from '../calendar/local-date.ts';
import { addWorkingHours, nextOfficeTime, type OfficeTime, openingOf } from '../calendar/office-hours.ts';
import { addCalendarDays, addWorkingDays } from '../calendar/working-days.ts';
import { DayUnit } from '../enumerations/day-unit.ts';
import type { CardRule } from '../records/card-rule.ts';
import type { WarningLevel } from './settings.ts';

/** A limit that runs: its end, the time from which its warnings count, and its number of days. */
export interface RunningLimit {
  dueAt: Date;
  /** Warnings that fell due before this time are left out: the task did not wait for anyone then. */
  since: Date;
  /** Undefined if the definition no longer sets one; then no share can be computed. */
  limit: TimeLimit | undefined;
}

/**
 * Returns the time at which a level of a limit is reached, always within office hours; undefined for a share of an
 * unknown limit. A level in working days is reached when the office opens on that day.
 */
export function warningTime(
  level: Pick<WarningLevel, 'when' | 'amount' | 'unit'>,
  { dueAt, limit }: Pick<RunningLimit, 'dueAt' | 'limit'>,
  office: OfficeTime,
): Date | undefined {
  const { when, amount, unit } = level;
  const lastDay = localDateOf(dueAt);
  if (unit === 'percent') {
    if (limit === undefined) return undefined;
    const left = daysLeftAtShare(limit.amount, amount);
    const day =
      limit.unit === DayUnit.workingDays
        ? addWorkingDays(lastDay, -left, office.holidays).date
        : addCalendarDays(lastDay, -left);
    return nextOfficeTime(openingOf(day, office), office);
  }
  const direction = when === 'before' ? -1 : 1;
  if (unit === 'hour') return nextOfficeTime(addWorkingHours(dueAt, direction * amount, office), office);
  const day = addWorkingDays(lastDay, direction * amount, office.holidays).date;
  return nextOfficeTime(openingOf(day, office), office);
}

/** Returns how many days of a limit are left when a share (percent) of it is used. */
export function daysLeftAtShare(days: number, percent: number): number {
  return Math.floor((days * (100 - percent)) / 100);
}

/** Returns when the rule demands a card for a step, within office hours; undefined if it demands none. */
function cardTime(days: number | null, dueAt: Date, office: OfficeTime): Date | undefined {
  if (days === null) return undefined;
  return nextOfficeTime(openingOf(addDays(localDateOf(dueAt), days), office), office);
}

/** The result of looking at one limit. */
export interface WarningState {
  /** Index of the highest level reached that has not been sent; undefined if there is nothing to send. */
  level: number | undefined;
  /** The card that the rule demands now. */
  card: 'yellow' | 'red' | null;
  /** The next time at which something is reached; undefined if nothing more is. */
  next: Date | undefined;
}

/**
 * Decides what is to be sent for a limit at a time. Only the highest of several levels reached since the last run is
 * sent, so that an interruption of days causes one message; a level that was sent for this due date is never sent
 * again, and no lower one after it. The caller passes only levels of this kind of limit, with their indexes.
 */
export function warningState(
  levels: readonly { index: number; level: WarningLevel }[],
  cards: CardRule | null,
  running: RunningLimit,
  sent: ReadonlySet<number>,
  { now, office }: { now: Date; office: OfficeTime },
): WarningState {
  const timed = levels
    .flatMap(({ index, level }) => {
      const at = warningTime(level, running, office);
      return at === undefined || at <= running.since ? [] : [{ index, at }];
    })
    .sort((one, other) => one.at.getTime() - other.at.getTime() || one.index - other.index);
  const highest = timed.findLast(({ at }) => at <= now);
  const lastSent = timed.findLastIndex(({ index }) => sent.has(index));
  const isUnsent = highest !== undefined && timed.indexOf(highest) > lastSent;
  const cardTimes = {
    yellow: cardTime(cards?.yellowAfterDays ?? null, running.dueAt, office),
    red: cardTime(cards?.redAfterDays ?? null, running.dueAt, office),
  };
  const isReached = (at: Date | undefined) => at !== undefined && at <= now;
  const future = [...timed.map(({ at }) => at), cardTimes.yellow, cardTimes.red].filter(
    (at): at is Date => at !== undefined && at > now,
  );
  return {
    level: isUnsent ? highest.index : undefined,
    card: isReached(cardTimes.red) ? 'red' : isReached(cardTimes.yellow) ? 'yellow' : null,
    next: future.sort((one, other) => one.getTime() - other.getTime())[0],
  };
}
