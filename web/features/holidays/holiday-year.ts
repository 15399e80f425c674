import type { HolidayYear } from '#contract/holidays.ts';
import { holidayKindLabel } from '#domain/calendar/holiday-edit.ts';
import { addDays, daysBetween, weekdayOf } from '#domain/calendar/local-date.ts';

export type Holiday = HolidayYear['days'][number];

/** Consecutive days of one festival and one kind. */
export interface HolidaySpan {
  from: string;
  to: string;
  kind: Holiday['kind'];
  name: string;
}

/** An edit that waits for its confirmation; with `none` the entries of its days are removed. */
export interface PlannedEdit extends Omit<HolidaySpan, 'kind'> {
  kind: HolidaySpan['kind'] | 'none';
}

export const weekdayNames = ['日', '一', '二', '三', '四', '五', '六'] as const;

/** Returns the holidays and make-up working days of a year as spans, in chronological order. */
export function spansOf(days: readonly Holiday[]): HolidaySpan[] {
  const spans: HolidaySpan[] = [];
  for (const { day, kind, name } of [...days].sort((a, b) => (a.day < b.day ? -1 : 1))) {
    const last = spans.at(-1);
    if (last?.kind === kind && last.name === name && daysBetween(last.to, day) === 1) last.to = day;
    else spans.push({ from: day, to: day, kind, name });
  }
  return spans;
}

/** Returns the days of a month in weeks that begin on Monday; null for days of other months. */
export function weeksOf(year: number, month: number): (string | null)[][] {
  const first = `${year}-${String(month).padStart(2, '0')}-01`;
  const emptyCells = (weekdayOf(first) + 6) % 7;
  const days: (string | null)[] = Array.from({ length: emptyCells }, () => null);
  for (let day = first; day.slice(0, 7) === first.slice(0, 7); day = addDays(day, 1)) days.push(day);
  while (days.length % 7 !== 0) days.push(null);
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
}

export const isWeekend = (day: string): boolean => weekdayOf(day) === 0 || weekdayOf(day) === 6;

/** Returns a day as text for screen readers: `2026-10-01 星期四 放假 国庆节`. */
export function screenReaderDay(day: string, holiday: Holiday | undefined): string {
  const ordinaryText = isWeekend(day) ? '周末' : '工作日';
  const kindText = holiday ? `${holidayKindLabel[holiday.kind]} ${holiday.name}` : ordinaryText;
  return `${day} 星期${weekdayNames[weekdayOf(day)]} ${kindText}`;
}

export function spanText({ from, to }: Pick<HolidaySpan, 'from' | 'to'>): string {
  return from === to ? from : `${from} 至 ${to}`;
}
