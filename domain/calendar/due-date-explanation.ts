import { DayUnit, dayUnitLabel } from '../enumerations/day-unit.ts';
import { MissingCase } from '../missing-case.ts';
import type { ClockLedger } from './clock-ledger.ts';
import { type CountedLimit, countLimit } from './due-date.ts';
import { dayKindOf, type HolidayTable } from './holiday-table.ts';
import { fromDayNumber, type LocalDate, minuteText, weekdayOf } from './local-date.ts';
import { type PausedDays, pausedDays } from './paused-days.ts';
import { exceptionAfter, indexOf } from './working-day-index.ts';

/** Assessment of a day: whether it counts towards the limit, and the reason in Chinese. */
export interface DayAssessment {
  isCounted: boolean;
  reason: string;
}

/** Consecutive days that count, or do not count, for one reason; both ends are included. */
export interface Segment extends DayAssessment {
  from: LocalDate;
  until: LocalDate;
  days: number;
}

/**
 * Largest number of segments that are listed one by one, about a year of weeks; the days after them are only
 * summed.
 */
export const maxListedSegments = 100;

/**
 * Returns the explanation 为什么是这一天 as Chinese sentences: the start, the extensions, then the days in order.
 */
export function explainDueDate(ledger: ClockLedger, holidays: HolidayTable): string[] {
  const counted = countLimit(ledger, holidays);
  const unit = dayUnitLabel[ledger.limit.unit];
  const { segments, rest } = listSegments(ledger, counted, holidays);
  const steps = [
    `${minuteText(new Date(ledger.startedAt))} 开始计时，当日不计入，时限 ${ledger.limit.amount} 个${unit}`,
    ...ledger.extensions.map(
      ({ at, days, reason }) =>
        `${minuteText(new Date(at))} 因${reason}${days < 0 ? '缩短' : '延长'} ${Math.abs(days)} 个${unit}`,
    ),
    ...segments.map((segment) => segmentText(segment, unit)),
  ];
  if (rest !== undefined) steps.push(restText(rest, unit));
  if (counted.usedUpOn === null) steps.push(`计时暂停中，尚余 ${counted.daysLeft} 个${unit}，恢复后继续计算`);
  else steps.push(`${fromDayNumber(counted.lastDay)} 24:00 期满`);
  if (counted.provisional) steps.push('所跨年度的放假安排尚未公布，到期日为暂定');
  return steps;
}

/** Days that are not listed in segments. */
interface UnlistedDays {
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
    if (last?.isCounted === assessment.isCounted && last.reason === assessment.reason) {
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
  unit: DayUnit,
  pauses: readonly PausedDays[],
  { usedUpOn, lastDay }: CountedLimit,
  holidays: HolidayTable,
): DayAssessment & { until: number } {
  if (usedUpOn !== null && day > usedUpOn) {
    return { isCounted: false, reason: '期满日遇休息日顺延', until: lastDay };
  }
  const boundaries = pauses
    .flatMap(({ first, last }) => [first - 1, last])
    .filter((boundary) => boundary >= day);
  const end = Math.min(usedUpOn ?? lastDay, ...boundaries);
  const pause = pauses.find(({ first, last }) => first <= day && day <= last);
  if (pause !== undefined) return { isCounted: false, reason: `因${pause.reason}暂停`, until: end };
  if (unit === DayUnit.calendarDays) return { isCounted: true, reason: '自然日', until: end };
  return {
    ...assessDay(fromDayNumber(day), holidays),
    until: Math.min(end, endOfUnchangedDays(day, holidays)),
  };
}

function assessDay(date: LocalDate, holidays: HolidayTable): DayAssessment {
  const day = dayKindOf(date, holidays);
  switch (day.kind) {
    case 'weekend':
      return { isCounted: false, reason: '周末' };
    case 'holiday':
      return { isCounted: false, reason: `${day.name}放假` };
    case 'workday':
      return { isCounted: true, reason: day.madeUpFor === undefined ? '工作日' : `${day.madeUpFor}调休上班` };
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
  const listed = segments.filter(({ isCounted }) => isCounted).reduce((sum, { days }) => sum + days, 0);
  const counted = daysCounted - listed;
  const skipped = lastDay - day + 1 - counted;
  return { from: fromDayNumber(day), until: fromDayNumber(lastDay), counted, skipped };
}

/** Returns one line of the explanation: `2026-10-01 至 2026-10-07：国庆节放假，不计`. */
function segmentText(segment: Segment, unit: string): string {
  const span = segment.days === 1 ? segment.from : `${segment.from} 至 ${segment.until}`;
  const plain = segment.reason === unit;
  if (!segment.isCounted) return `${span}：${segment.reason}，不计`;
  return `${span}：${plain ? '' : `${segment.reason}，`}计 ${segment.days} 个${unit}`;
}

function restText({ from, until, counted, skipped }: UnlistedDays, unit: string): string {
  const span = from === until ? from : `${from} 至 ${until}`;
  return `${span}：计 ${counted} 个${unit}，另有 ${skipped} 天不计，不再逐段列出`;
}
