/** When the carrier is asked for an item again; a pushed message may come earlier. */

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

export const askIntervalHours = 2;
/** An item without news for so long is not asked for any more. */
const silentAfterDays = 60;

/** Delays after failed requests in a row; the last one is repeated. */
const retryMinutes = [5, 15, 30, 60, 120, 240] as const;

export interface ItemOfSchedule {
  isEnded: boolean;
  /** Time of the last change of the item. */
  changedAt: Date;
  /** Number of failed requests in a row. */
  failures: number;
}

/**
 * Returns the time of the next request, or why there is none: a carrier may declare a delivery void, so an ended item is
 * asked for once more a day later.
 */
export function nextAsk(
  { isEnded, changedAt, failures }: ItemOfSchedule,
  now: Date,
): Date | 'ended' | 'silent' {
  const age = now.getTime() - changedAt.getTime();
  if (isEnded && age >= dayMs) return 'ended';
  if (!isEnded && age >= silentAfterDays * dayMs) return 'silent';
  const retry = retryMinutes[Math.min(failures, retryMinutes.length) - 1];
  if (retry !== undefined) return new Date(now.getTime() + retry * minuteMs);
  return isEnded
    ? new Date(changedAt.getTime() + dayMs)
    : new Date(now.getTime() + askIntervalHours * hourMs);
}
