import type { ExplainedLimit } from '#contract/order-limits.ts';
import { addDays, daysBetween, type LocalDate, localDateOf, weekdayOf } from '#domain/calendar/local-date.ts';

type Kind = ExplainedLimit['segments'][number]['kind'] | 'start' | 'after';

/** A column of the ledger: one day, or a week without change that is folded to one cell. */
export interface LedgerColumn {
  from: LocalDate;
  until: LocalDate;
  kind: Kind;
  reason: string;
  isPast: boolean;
  /** Counted days. */
  counted: number;
}

/** Consecutive columns that the ledger draws as one bar. */
export interface LedgerBar {
  kind: Kind;
  reason: string;
  isPast: boolean;
  counted: number;
  columns: number;
  days: number;
}

const weekDays = 7;
/** Most days that are shown one by one, as on the screen without scrolling; in a longer ledger quiet weeks are folded. */
const maxPlainDays = 17;

/**
 * Returns the columns of a ledger from the day of the start to the last day. In a long one each whole week without
 * a holiday, a pause or the present day is one column.
 */
export function ledgerColumns(limit: ExplainedLimit): LedgerColumn[] {
  const startDay = localDateOf(new Date(limit.startedAt));
  const days: LedgerColumn[] = [columnOf(startDay, 'start', '起算', startDay <= limit.asOf)];
  for (const { from, days: count, kind, reason, isPast } of limit.segments) {
    for (let index = 0; index < count; index += 1)
      days.push(columnOf(addDays(from, index), kind, reason, isPast));
  }
  return days.length > maxPlainDays ? foldWeeks(days, limit.asOf) : days;
}

function columnOf(day: LocalDate, kind: Kind, reason: string, isPast: boolean): LedgerColumn {
  return { from: day, until: day, kind, reason, isPast, counted: kind === 'counted' ? 1 : 0 };
}

/** Folds the weeks from Monday to Sunday that have only counted days and weekends. */
function foldWeeks(days: readonly LedgerColumn[], asOf: LocalDate): LedgerColumn[] {
  const folded: LedgerColumn[] = [];
  for (let index = 0; index < days.length; ) {
    const week = days.slice(index, index + weekDays);
    const [first, last] = [week[0], week.at(-1)];
    if (first === undefined || last === undefined) break;
    const isQuiet =
      week.length === weekDays &&
      index + weekDays < days.length &&
      weekdayOf(first.from) === 1 &&
      week.every(({ kind, reason }) => kind === 'counted' || reason === '周末') &&
      !(first.from <= asOf && asOf <= last.until);
    if (isQuiet) {
      const counted = week.reduce((sum, day) => sum + day.counted, 0);
      folded.push({ ...first, until: last.until, kind: 'counted', reason: '', counted });
    } else folded.push(first);
    index += isQuiet ? weekDays : 1;
  }
  return folded;
}

/** Groups columns into bars: neighbours of one reason, all past or all to come; a folded week is a bar of its own. */
export function barsOf(columns: readonly LedgerColumn[]): LedgerBar[] {
  const bars: (LedgerBar & { isWeek: boolean })[] = [];
  for (const { from, until, kind, reason, isPast, counted } of columns) {
    const days = daysBetween(from, until) + 1;
    const last = bars.at(-1);
    const isWeek = days > 1;
    if (
      last &&
      !isWeek &&
      !last.isWeek &&
      last.kind === kind &&
      last.reason === reason &&
      last.isPast === isPast
    ) {
      last.columns += 1;
      last.days += days;
      last.counted += counted;
    } else bars.push({ kind, reason, isPast, counted, columns: 1, days, isWeek });
  }
  return bars;
}
