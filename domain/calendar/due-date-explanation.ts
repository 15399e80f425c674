import { MissingCase } from '../missing-case.ts';
import { type ClockLedger, LimitUnit, limitUnitLabel, timeLimitText, totalAmount } from './clock-ledger.ts';
import { type CountedLimit, countLimit } from './due-date.ts';
import { dayKindOf, type HolidayTable } from './holiday-table.ts';
import {
  addDays,
  dayNumber,
  daysBetween,
  fromDayNumber,
  type LocalDate,
  localDateOf,
  weekdayOf,
} from './local-date.ts';
import { type PausedDays, pausedDays } from './paused-days.ts';
import { exceptionAfter, indexOf, workingDaysUpTo } from './working-day-index.ts';

/** Why a day counts or not: it counts, is a day off, the clock is paused, or the end moves to a working day. */
export type SegmentKind = 'counted' | 'dayOff' | 'paused' | 'rolled';

/** Assessment of a day: whether it counts towards the limit, and the reason in Chinese. */
export interface DayAssessment {
  kind: SegmentKind;
  reason: string;
}

/** Consecutive days that count, or do not count, for one reason; both ends are included. */
export interface Segment extends DayAssessment {
  from: LocalDate;
  until: LocalDate;
  days: number;
}

/** A segment as screens show it: past or to come, and the days counted up to its end. */
export interface ExplainedSegment extends Segment {
  isPast: boolean;
  total: number;
}

/** A time limit with the reasons for its end. */
export interface ExplainedLimit {
  /** Limit, days counted, pauses and days left, added up in one or two sentences. */
  summary: string;
  startedAt: string;
  /** Text such as `10 个工作日`, without extensions. */
  limitText: string;
  extensions: { at: string; text: string; reason: string }[];
  segments: ExplainedSegment[];
  rest: UnlistedDays | null;
  /** Days of the limit with its extensions; those of a limit in months are calendar days. */
  totalDays: number;
  /** The last day; null while the clock is paused. */
  dueOn: LocalDate | null;
  /** True if a year without a published holiday notice was crossed: the date is 暂定. */
  provisional: boolean;
  /** The day of the explanation: today, or the day on which the order or task ended. */
  asOf: LocalDate;
}

/**
 * Largest number of segments that are listed one by one, about a year of weeks; the days after them are only
 * summed.
 */
export const maxListedSegments = 100;

/**
 * Explains segment by segment why a limit ends on its day. `at` is the present, or the end of the order or task:
 * the days up to it are past, the later ones are still to come.
 */
export function explainLimit(
  ledger: ClockLedger,
  holidays: HolidayTable,
  { at, ended }: { at: Date; ended: boolean },
): ExplainedLimit {
  const counted = countLimit(ledger, holidays);
  const asOf = localDateOf(at);
  const { segments, rest } = listSegments(ledger, counted, holidays);
  const rows = explainSegments([...segments, ...pauseOfToday(ledger, counted, asOf)], asOf);
  return {
    summary: summaryOf(ledger, counted, { holidays, asOf, ended }),
    startedAt: ledger.startedAt,
    limitText: timeLimitText(ledger.limit),
    extensions: ledger.extensions.map(({ at: grantedAt, days, reason }) => ({
      at: grantedAt,
      text: `${days < 0 ? '缩短' : '延长'} ${timeLimitText({ amount: Math.abs(days), unit: ledger.limit.unit })}`,
      reason,
    })),
    segments: rows,
    rest: rest ?? null,
    totalDays: counted.daysCounted + counted.daysLeft,
    dueOn: counted.usedUpOn === null ? null : fromDayNumber(counted.lastDay),
    provisional: counted.provisional,
    asOf,
  };
}

/** Returns the days from the beginning of a pause that is not over to today; no segment if it begins today. */
function pauseOfToday(ledger: ClockLedger, { usedUpOn, lastDay }: CountedLimit, asOf: LocalDate): Segment[] {
  const days = dayNumber(asOf) - lastDay;
  const pause = ledger.pauses.find(({ until }) => until === null);
  if (usedUpOn !== null || pause === undefined || days <= 0) return [];
  const from = fromDayNumber(lastDay + 1);
  return [{ from, until: asOf, days, kind: 'paused', reason: pauseReason(pause) }];
}

/** Divides the counted segment in which today lies, and adds up the counted days. */
function explainSegments(segments: readonly Segment[], asOf: LocalDate): ExplainedSegment[] {
  let total = 0;
  return segments.flatMap((segment) => {
    const past = Math.min(segment.days, daysBetween(segment.from, asOf) + 1);
    const isDivided = segment.kind === 'counted' && past > 0 && past < segment.days;
    const parts = isDivided
      ? [
          { ...segment, until: asOf, days: past },
          { ...segment, from: addDays(asOf, 1), days: segment.days - past },
        ]
      : [segment];
    return parts.map((part) => {
      if (part.kind === 'counted') total += part.days;
      return { ...part, isPast: part.until <= asOf, total };
    });
  });
}

/** Returns the sum as sentences: `时限 10 个工作日。已计 2 天，补正停 2 天，还剩 8 天，所以 2026-12-02 到期。` */
function summaryOf(
  ledger: ClockLedger,
  counted: CountedLimit,
  { holidays, asOf, ended }: { holidays: HolidayTable; asOf: LocalDate; ended: boolean },
): string {
  const { unit, amount } = ledger.limit;
  const more = totalAmount(ledger) - amount;
  const extension =
    more === 0 ? '' : `，${more > 0 ? '延长' : '缩短'} ${Math.abs(more)} 个${limitUnitLabel[unit]}`;
  const used = countLimitUpTo(ledger, counted, { holidays, asOf });
  const left = counted.daysCounted + counted.daysLeft - used;
  const pauses = pauseTexts(ledger, counted, { holidays, asOf }).map((text) => `，${text}`);
  const sum = `${ended ? '办结时已计' : '已计'} ${used} 天${pauses.join('')}，还剩 ${left} 天`;
  const head = `时限 ${timeLimitText(ledger.limit)}${extension}。`;
  if (counted.usedUpOn === null) return `${head}${sum}。计时暂停中，恢复后继续计算。`;
  const due = fromDayNumber(counted.lastDay);
  const late = daysBetween(due, asOf);
  const end = late > 0 ? `，${due} 期满，超期 ${late} 天` : `，所以 ${due} 到期`;
  return `${head}${sum}${end}。${counted.provisional ? '所跨年度的放假安排尚未公布，到期日为暂定。' : ''}`;
}

/** Returns the days of the limit that were used up at the end of a day. */
function countLimitUpTo(
  ledger: ClockLedger,
  counted: CountedLimit,
  { holidays, asOf }: { holidays: HolidayTable; asOf: LocalDate },
): number {
  const last = Math.min(dayNumber(asOf), counted.usedUpOn ?? counted.lastDay);
  if (last <= counted.startedOn) return 0;
  const pauses = mergedPauses(ledger, counted.startedOn, last);
  const paused = pauses.reduce(
    (sum, { first, last: end }) => sum + countedDays(first, end, ledger, holidays),
    0,
  );
  return countedDays(counted.startedOn + 1, last, ledger, holidays) - paused;
}

/** Returns the days from one day to another that count in the limit's unit. */
function countedDays(first: number, last: number, { limit }: ClockLedger, holidays: HolidayTable): number {
  if (limit.unit !== LimitUnit.workingDays) return last - first + 1;
  const index = indexOf(holidays);
  return workingDaysUpTo(last, index) - workingDaysUpTo(first - 1, index);
}

/** Returns the paused days after the start and up to a day, without overlaps, each with the reason of its first pause. */
function mergedPauses(ledger: ClockLedger, startedOn: number, until: number): PausedDays[] {
  const merged: PausedDays[] = [];
  let next = startedOn + 1;
  for (const { first, last, reason } of pausedDays(ledger).sort((one, other) => one.first - other.first)) {
    const span = { first: Math.max(first, next), last: Math.min(last, until), reason };
    if (span.last < span.first) continue;
    merged.push(span);
    next = span.last + 1;
  }
  return merged;
}

/** Returns a text such as `补正停 2 天` for each cause; only days that would have counted. */
function pauseTexts(
  ledger: ClockLedger,
  { startedOn, usedUpOn }: CountedLimit,
  { holidays, asOf }: { holidays: HolidayTable; asOf: LocalDate },
): string[] {
  const daysByReason = new Map<string, number>();
  for (const { first, last, reason } of mergedPauses(
    ledger,
    startedOn,
    Math.min(dayNumber(asOf), usedUpOn ?? Infinity),
  )) {
    const days = countedDays(first, last, ledger, holidays);
    if (days > 0) daysByReason.set(reason, (daysByReason.get(reason) ?? 0) + days);
  }
  return [...daysByReason].map(([reason, days]) => `${reason}停 ${days} 天`);
}

const pauseReason = ({ reason }: { reason: string }) => `因${reason}暂停`;

/** Days that are not listed in segments. */
export interface UnlistedDays {
  from: LocalDate;
  until: LocalDate;
  counted: number;
  skipped: number;
}

/**
 * Returns the days from start to end, grouped by the reason why they count or not, and the sum of the days
 * that are too many to list.
 */
export function listSegments(
  ledger: ClockLedger,
  counted: CountedLimit,
  holidays: HolidayTable,
): { segments: Segment[]; rest?: UnlistedDays } {
  const pauses = pausedDays(ledger);
  const segments: Segment[] = [];
  let day = counted.startedOn + 1;
  while (day <= counted.lastDay) {
    const { until, ...assessment } = spanFrom(day, ledger.limit.unit, pauses, counted, holidays);
    const last = segments.at(-1);
    if (last?.kind === assessment.kind && last.reason === assessment.reason) {
      last.until = fromDayNumber(until);
      last.days += until - day + 1;
    } else if (segments.length < maxListedSegments) {
      segments.push({
        from: fromDayNumber(day),
        until: fromDayNumber(until),
        days: until - day + 1,
        ...assessment,
      });
    } else {
      return { segments, rest: sumRemainingDays(day, segments, counted) };
    }
    day = until + 1;
  }
  return { segments };
}

/**
 * Returns whether and why a day counts, and the last day up to which this is certain without checking more
 * days.
 */
function spanFrom(
  day: number,
  unit: LimitUnit,
  pauses: readonly PausedDays[],
  { usedUpOn, lastDay }: CountedLimit,
  holidays: HolidayTable,
): DayAssessment & { until: number } {
  if (usedUpOn !== null && day > usedUpOn) {
    return { kind: 'rolled', reason: '期满日遇休息日顺延', until: lastDay };
  }
  const boundaries = pauses
    .flatMap(({ first, last }) => [first - 1, last])
    .filter((boundary) => boundary >= day);
  const end = Math.min(usedUpOn ?? lastDay, ...boundaries);
  const pause = pauses.find(({ first, last }) => first <= day && day <= last);
  if (pause !== undefined) return { kind: 'paused', reason: pauseReason(pause), until: end };
  if (unit !== LimitUnit.workingDays) return { kind: 'counted', reason: '自然日', until: end };
  return {
    ...assessDay(fromDayNumber(day), holidays),
    until: Math.min(end, endOfUnchangedDays(day, holidays)),
  };
}

function assessDay(date: LocalDate, holidays: HolidayTable): DayAssessment {
  const day = dayKindOf(date, holidays);
  switch (day.kind) {
    case 'weekend':
      return { kind: 'dayOff', reason: '周末' };
    case 'holiday':
      return { kind: 'dayOff', reason: `${day.name}放假` };
    case 'workday':
      return { kind: 'counted', reason: day.madeUpFor === undefined ? '工作日' : `${day.madeUpFor}调休上班` };
    default:
      throw new MissingCase(day satisfies never);
  }
}

/**
 * Returns the last day of the working week or weekend that no holiday notice changes; the day itself if a
 * notice names it.
 */
function endOfUnchangedDays(day: number, holidays: HolidayTable): number {
  const date = fromDayNumber(day);
  if (holidays.days[date] !== undefined) return day;
  const weekday = (weekdayOf(date) + 6) % 7;
  const end = day + (weekday < 5 ? 4 : 6) - weekday;
  return Math.min(end, (exceptionAfter(day, indexOf(holidays)) ?? Number.POSITIVE_INFINITY) - 1);
}

function sumRemainingDays(
  day: number,
  segments: readonly Segment[],
  { lastDay, daysCounted }: CountedLimit,
): UnlistedDays {
  const listed = segments.filter(({ kind }) => kind === 'counted').reduce((sum, { days }) => sum + days, 0);
  const counted = daysCounted - listed;
  const skipped = lastDay - day + 1 - counted;
  return { from: fromDayNumber(day), until: fromDayNumber(lastDay), counted, skipped };
}
