import { type ClockLedger, LimitUnit, totalAmount } from './clock-ledger.ts';
import { type HolidayTable, isSpanCovered } from './holiday-table.ts';
import { addMonths, dayNumber, endOfDay, fromDayNumber, localDateOf } from './local-date.ts';
import { pausedDays } from './paused-days.ts';
import { indexOf, workingDayAt, workingDaysUpTo } from './working-day-index.ts';
import { nextWorkingDayFrom } from './working-days.ts';

export interface DueDate {
  /** The last millisecond of the last day; null while the clock is paused and days of the limit are left. */
  dueAt: Date | null;
  /** True for 暂定: the count crossed a year without a published holiday notice. */
  provisional: boolean;
  /** Days of the limit that are left while the clock is paused; 0 if the date is determined. */
  daysLeft: number;
}

/** Result of counting a limit to its end, or to a pause that is not over; days are day numbers. */
export interface CountedLimit {
  startedOn: number;
  /** The last day that was counted: the due day, or the day before the pause. */
  lastDay: number;
  /** The day on which the limit is used up; a calendar limit may be due later. */
  usedUpOn: number | null;
  daysCounted: number;
  daysLeft: number;
  provisional: boolean;
}

/**
 * Largest number of days that are counted: twice the maximum of a definition. A longer limit may have been
 * stored before there was a maximum.
 */
const maxCountedDays = 7_300;
const maxCountedMonths = 240;

/**
 * Returns the moment when a time limit ends. A day counts if the clock ran at its beginning and at its end;
 * so the days of starting, pausing and resuming do not count, and a pause of an hour within one day changes
 * nothing. Limits in working days skip weekends and holidays; a make-up working day (调休上班) counts. A limit in
 * months ends on the same day of the month, or its last day (民法典 art. 202), and moves by the days on which it was
 * paused. A limit in calendar days or months that would end on a weekend or holiday ends on the next working day,
 * unless its roll rule is off. The limit ends with the day, at 24:00 in China.
 */
export function dueDate(ledger: ClockLedger, holidays: HolidayTable): DueDate {
  const { usedUpOn, lastDay, daysLeft, provisional } = countLimit(ledger, holidays);
  return { dueAt: usedUpOn === null ? null : endOfDay(fromDayNumber(lastDay)), provisional, daysLeft };
}

/** Counts a limit from pause to pause: the cost grows with the pauses and the years, not with the days. */
export function countLimit(ledger: ClockLedger, holidays: HolidayTable): CountedLimit {
  const startedOn = dayNumber(localDateOf(new Date(ledger.startedAt)));
  const total = daysOfLimit(ledger, startedOn);
  const { usedUpOn, pausedOn, daysLeft } = distributeDays(total, startedOn, ledger, holidays);
  const result = { startedOn, usedUpOn, daysCounted: total - daysLeft, daysLeft };
  const countsWorkingDays = ledger.limit.unit === LimitUnit.workingDays;
  if (usedUpOn !== null && !countsWorkingDays) {
    if (ledger.limit.roll === false) return { ...result, lastDay: usedUpOn, provisional: false };
    const { date, provisional } = nextWorkingDayFrom(fromDayNumber(usedUpOn), holidays);
    return { ...result, lastDay: dayNumber(date), provisional };
  }
  const lastDay = usedUpOn ?? Math.max(startedOn, pausedOn - 1);
  const crossed = countsWorkingDays && lastDay > startedOn;
  const provisional =
    crossed && !isSpanCovered(fromDayNumber(startedOn + 1), fromDayNumber(lastDay), holidays);
  return { ...result, lastDay, provisional };
}

/** Returns the days of a limit with its extensions: working days, or calendar days; months as calendar days. */
function daysOfLimit(ledger: ClockLedger, startedOn: number): number {
  const total = Math.max(0, totalAmount(ledger));
  if (ledger.limit.unit !== LimitUnit.months) return Math.min(total, maxCountedDays);
  const lastDay = addMonths(fromDayNumber(startedOn), Math.min(total, maxCountedMonths));
  return dayNumber(lastDay) - startedOn;
}

/**
 * Distributes the days of a limit over the time between the pauses, until they are used up or a pause has no
 * end.
 */
function distributeDays(total: number, startedOn: number, ledger: ClockLedger, holidays: HolidayTable) {
  const counter = dayCounter(ledger.limit.unit, holidays);
  let left = total;
  let day = startedOn;
  for (const { first, last } of pausedDays(ledger).sort((one, right) => one.first - right.first)) {
    const runningDays = Math.max(0, counter.countUpTo(first - 1) - counter.countUpTo(day));
    if (runningDays >= left) break;
    left -= runningDays;
    if (last === Number.POSITIVE_INFINITY) return { usedUpOn: null, pausedOn: first, daysLeft: left };
    day = Math.max(day, last);
  }
  const usedUpOn = left === 0 ? day : counter.dayOfCount(counter.countUpTo(day) + left);
  return { usedUpOn, pausedOn: Number.POSITIVE_INFINITY, daysLeft: 0 };
}

/** Returns functions that count the days up to a day, and that find the day by its count. */
function dayCounter(unit: LimitUnit, holidays: HolidayTable) {
  if (unit !== LimitUnit.workingDays)
    return { countUpTo: (day: number) => day, dayOfCount: (count: number) => count };
  const index = indexOf(holidays);
  return {
    countUpTo: (day: number) => workingDaysUpTo(day, index),
    dayOfCount: (count: number) => workingDayAt(count, index),
  };
}
