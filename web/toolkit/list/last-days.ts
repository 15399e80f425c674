import { lastDays } from '#domain/lists/date-span.ts';
import type { DaySpan } from '../list-model/list-types.ts';

/** Returns the initial span of a filter that declares a number of days, ending today (S2 §5). */
export function spanOfLastDays(days: number, now: Date): DaySpan {
  const { from, until } = lastDays(days, now);
  return { from, to: until };
}
