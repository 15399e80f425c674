import {
  addDays,
  daysBetween,
  endOfDay,
  isLocalDate,
  type LocalDate,
  localDateOf,
  startOfDay,
} from '../calendar/local-date.ts';
import type { Problem } from '../refusals/refusals.ts';
import { inputText } from '../texts/input-texts.ts';
import { listLimits } from './limits.ts';

/** A range of days from a date picker, `YYYY-MM-DD`, both ends included; either may be empty. */
export interface DateSpan {
  from?: LocalDate;
  until?: LocalDate;
}

/** Reason why a span cannot be queried, and the end at which the message is shown. */
export interface DateSpanProblem {
  end: keyof DateSpan;
  message: string;
}

/** The first and last instant of a query: from the start of the first day to 23:59:59.999 of the last day. */
export interface InstantSpan {
  from: Date;
  until: Date;
}

export const dateSpanMessage = {
  tooLong: '为了提供更好的数据查询性能体验，设置查询时间段请不要超过一年。',
  reversed: '开始日期不能晚于结束日期',
  noDate: inputText.noDate,
} as const;

/** Returns the reason why two ends are no span: no date, or a start after its end; a missing end is no problem. */
export function checkEnds({ from, until }: DateSpan): DateSpanProblem | undefined {
  if (from !== undefined && !isLocalDate(from)) return { end: 'from', message: dateSpanMessage.noDate };
  if (until !== undefined && !isLocalDate(until)) return { end: 'until', message: dateSpanMessage.noDate };
  if (from === undefined || until === undefined || from <= until) return undefined;
  return { end: 'from', message: dateSpanMessage.reversed };
}

/**
 * Returns the reason why a span cannot be queried: no date, a start after its end, or more than 365 days from
 * start to end (S0 §5); undefined for a valid span. From a day to the same day a year later are 365 days, in
 * a leap year 366. A missing end is today; a missing start counts as infinitely early, so that an end alone
 * is always too long. A span without both is not checked (decision 0025).
 */
export function checkDateSpan({ from, until }: DateSpan, today: LocalDate): DateSpanProblem | undefined {
  const problem = checkEnds({ from, until });
  if (problem !== undefined) return problem;
  if (from === undefined) {
    return until === undefined ? undefined : { end: 'until', message: dateSpanMessage.tooLong };
  }
  const isTooLong = daysBetween(from, until ?? today) > listLimits.maxSpanDays;
  return isTooLong ? { end: 'from', message: dateSpanMessage.tooLong } : undefined;
}

/**
 * Returns the reason why a span cannot be queried, as a problem at the field of the end concerned; empty for
 * a valid span.
 */
export function problemsOfSpan(
  fields: Record<keyof DateSpan, string>,
  span: DateSpan,
  today: LocalDate,
): Problem[] {
  const problem = checkDateSpan(span, today);
  return problem ? [{ field: fields[problem.end], message: problem.message }] : [];
}

/**
 * Returns the start of the first day and the end of the last day in China, which is its start plus 86399999
 * ms (S2 §5).
 */
export function toInstantSpan({ from, until }: Required<DateSpan>): InstantSpan {
  return { from: startOfDay(from), until: endOfDay(until) };
}

/** Returns the last N days including today: 1 is only today, 7 is today and the six days before (S2 §5). */
export function lastDays(days: number, now: Date): Required<DateSpan> {
  const until = localDateOf(now);
  return { from: addDays(until, 1 - Math.max(1, Math.trunc(days))), until };
}
