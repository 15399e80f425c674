import { DayUnit, dayUnitLabel } from '../enumerations/day-unit.ts';
import { type ClockLedger, totalDays } from './clock-ledger.ts';
import { type DayVerdict, type Segment, segmentText, toSegments } from './due-date-segments.ts';
import { dayKindOf, type HolidayTable, isCovered, isWorkingDay } from './holiday-table.ts';
import { addDays, endOfDay, type LocalDate, localDateOf, minuteText, startOfDay } from './local-date.ts';

export interface DueDate {
  /** The last millisecond of the last day; null while a pause stands and days of the limit are left. */
  dueAt: Date | null;
  /** 暂估: a year without a published holiday notice was crossed. */
  provisional: boolean;
  /** Days of the limit left where the clock stands; 0 once the date is known. */
  daysLeft: number;
  /** The days from start to due, grouped by why they count or not. */
  segments: Segment[];
  /** 为什么是这一天: the start, the extensions, then the days in order, as Chinese sentences. */
  explanation: string[];
}

/**
 * Days of a limit that are counted, one by one since each stands in the explanation: twice what a definition may set. A longer one,
 * of a definition from before there was a maximum, ends there.
 */
const maxCountedDays = 7_300;

/**
 * When a time limit ends, and why on that day. A day counts when the clock ran at its beginning and at its end, so the
 * day of starting, of stopping and of resuming do not count, and stopping for an hour within one day changes nothing.
 * Working-day limits skip weekends and festivals; a calendar-day limit that would end on one ends on the next working
 * day. The limit ends with the day, at 24:00 in China.
 */
export function dueDate(ledger: ClockLedger, holidays: HolidayTable): DueDate {
  const startedOn = localDateOf(new Date(ledger.startedAt));
  const openPause = earliestOpenPause(ledger);
  const standsOn = openPause === undefined ? undefined : localDateOf(openPause);
  const days: { date: LocalDate; verdict: DayVerdict }[] = [];
  let left = Math.min(Math.max(0, totalDays(ledger)), maxCountedDays);
  let date = startedOn;
  let provisional = false;
  while (left > 0) {
    date = addDays(date, 1);
    if (standsOn !== undefined && date >= standsOn) break;
    const verdict = verdictOf(date, ledger, holidays);
    if (verdict.counts) left -= 1;
    if (ledger.limit.unit === DayUnit.workingDays && !isCovered(date, holidays)) provisional = true;
    days.push({ date, verdict });
  }
  if (left === 0 && ledger.limit.unit === DayUnit.calendarDays) {
    provisional = !isCovered(date, holidays);
    while (!isWorkingDay(date, holidays)) {
      date = addDays(date, 1);
      provisional ||= !isCovered(date, holidays);
      days.push({ date, verdict: { counts: false, because: '期满日遇休息日顺延' } });
    }
  }
  const segments = toSegments(days);
  const due = left === 0 ? date : undefined;
  return {
    dueAt: due === undefined ? null : endOfDay(due),
    provisional,
    daysLeft: left,
    segments,
    explanation: explain(ledger, segments, due, left, provisional),
  };
}

function verdictOf(date: LocalDate, ledger: ClockLedger, holidays: HolidayTable): DayVerdict {
  const pause = pauseOn(date, ledger);
  if (pause !== undefined) return { counts: false, because: `因${pause.reason}暂停` };
  if (ledger.limit.unit === DayUnit.calendarDays) return { counts: true, because: '自然日' };
  const day = dayKindOf(date, holidays);
  switch (day.kind) {
    case 'weekend':
      return { counts: false, because: '周末' };
    case 'holiday':
      return { counts: false, because: `${day.name}放假` };
    case 'workday':
      return { counts: true, because: day.madeUpFor === undefined ? '工作日' : `${day.madeUpFor}调休上班` };
  }
}

/** The pause that holds the clock at the day's beginning or its end, if any. */
function pauseOn(date: LocalDate, ledger: ClockLedger) {
  if (ledger.pauses.length === 0) return undefined;
  const begin = startOfDay(date).getTime();
  const end = endOfDay(date).getTime();
  return ledger.pauses.find((pause) => {
    const from = Date.parse(pause.from);
    const until = pause.until === null ? Number.POSITIVE_INFINITY : Date.parse(pause.until);
    return (from <= begin && begin < until) || (from <= end && end < until);
  });
}

function earliestOpenPause(ledger: ClockLedger): Date | undefined {
  const open = ledger.pauses.filter(({ until }) => until === null).map(({ from }) => Date.parse(from));
  return open.length === 0 ? undefined : new Date(Math.min(...open));
}

function explain(
  ledger: ClockLedger,
  segments: readonly Segment[],
  due: LocalDate | undefined,
  left: number,
  provisional: boolean,
): string[] {
  const unit = dayUnitLabel[ledger.limit.unit];
  const steps = [
    `${minuteText(new Date(ledger.startedAt))} 开始计时，当日不计入，时限 ${ledger.limit.amount} 个${unit}`,
    ...ledger.extensions.map(
      ({ at, days, reason }) => `${minuteText(new Date(at))} 因${reason}延长 ${days} 个${unit}`,
    ),
    ...segments.map((segment) => segmentText(segment, unit)),
  ];
  if (due === undefined) steps.push(`计时暂停中，尚余 ${left} 个${unit}，恢复后继续计算`);
  else steps.push(`${due} 24:00 期满`);
  if (provisional) steps.push('所跨年度的放假安排尚未公布，到期日为暂估');
  return steps;
}
