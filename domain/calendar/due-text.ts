import { localDateOf, minuteText } from './local-date.ts';

/** The last minute of a day; a limit that ends in it ends with the day. */
const lastMinute = '23:59';

/**
 * Returns the time at which a limit ends: `24:00 前` if it ends with its day, as limits in days do, else such as
 * `17:30 前`. Every screen names the end of a limit by this text, so that they agree.
 */
export function dueTimeText(dueAt: Date): string {
  const minute = minuteText(dueAt).slice(11);
  return `${minute === lastMinute ? '24:00' : minute} 前`;
}

/** Returns day and time at which a limit ends, such as `2026-12-21 24:00 前`. */
export function dueText(dueAt: Date): string {
  return `${localDateOf(dueAt)} ${dueTimeText(dueAt)}`;
}
