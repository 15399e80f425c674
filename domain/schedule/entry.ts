import type { Problem } from '../refusals/refusals.ts';
import { isBlank, problemOfLength } from '../texts/characters.ts';
import {
  maxEntryDays,
  maxScheduleAddressLength,
  maxScheduleNameLength,
  maxScheduleRemarkLength,
} from './limits.ts';
import { isRemindAdvance } from './remind-advance.ts';

/** An entry as a person submits it; times in epoch seconds (S0 §3). */
export interface EntryRequest {
  scheduleName: string;
  address: string;
  startDate: number | null;
  endDate: number | null;
  remark: string;
  isRemind: boolean;
  /** Reminder in minutes before the start. */
  remindAdvance: number | null;
}

/** Start and end of an entry; the end is not included. */
export interface Span {
  startDate: number;
  endDate: number;
}

const secondsPerDay = 86_400;
/** 2100-01-01 in China. */
const lastSecond = 4_102_416_000;

/** Returns every problem of an entry, each at its field (S0 §3, S2 §9). */
export function problemsOfEntry(entry: EntryRequest): Problem[] {
  const problems: Problem[] = [];
  const report = (field: keyof EntryRequest, message: string | undefined) => {
    if (message !== undefined) problems.push({ field, message });
  };
  if (isBlank(entry.scheduleName)) report('scheduleName', '请输入日程名称');
  else report('scheduleName', problemOfLength(entry.scheduleName.trim(), maxScheduleNameLength, '日程名称'));
  report('address', problemOfLength(entry.address.trim(), maxScheduleAddressLength, '地点'));
  const { startDate, endDate } = entry;
  if (startDate === null) report('startDate', '请选择开始时间');
  else if (!isSecond(startDate)) report('startDate', problemOfSecond('开始时间', startDate));
  if (endDate === null) report('endDate', '请选择结束时间');
  else if (!isSecond(endDate)) report('endDate', problemOfSecond('结束时间', endDate));
  else if (startDate !== null && isSecond(startDate)) {
    if (endDate <= startDate) report('endDate', '结束时间须晚于开始时间');
    else if (endDate - startDate > maxEntryDays * secondsPerDay) report('endDate', '一项日程不能超过一年');
  }
  report('remark', problemOfLength(entry.remark.trim(), maxScheduleRemarkLength, '备注'));
  if (entry.isRemind && !isRemindAdvance(entry.remindAdvance)) report('remindAdvance', '请选择提醒时间');
  return problems;
}

/** Returns the reason why a value is no time; a text that cannot be read as one is NaN. */
function problemOfSecond(name: string, value: number): string {
  return Number.isNaN(value) ? '时间无法识别，请按“2026-11-20 09:30”填写' : `${name}不正确`;
}

function isSecond(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < lastSecond;
}

/** Checks whether two entries overlap in time; one that begins when the other ends does not. */
export function overlaps(one: Span, other: Span): boolean {
  return one.startDate < other.endDate && other.startDate < one.endDate;
}

/**
 * Returns the number of pairs of overlapping entries, and the first pairs by start. Entries that all overlap
 * form millions of pairs, so they are counted and not all listed.
 */
export function conflictsAmong<Entry extends Span>(
  entries: readonly Entry[],
  maxPairs = 3,
): { count: number; first: [Entry, Entry][] } {
  const sorted = [...entries].sort((one, other) => one.startDate - other.startDate);
  const first: [Entry, Entry][] = [];
  let count = 0;
  for (const [index, one] of sorted.entries()) {
    const until = firstIndexFrom(sorted, one.endDate);
    count += Math.max(0, until - index - 1);
    for (let next = index + 1; next < until && first.length < maxPairs; next += 1) {
      const other = sorted[next];
      if (other !== undefined) first.push([one, other]);
    }
  }
  return { count, first };
}

/** Returns the index of the first entry, in sorted entries, that starts at that time or later. */
function firstIndexFrom(sorted: readonly Span[], time: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.startDate ?? time) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the time of an entry's reminder, in epoch seconds; null for one without a reminder. */
export function remindAt({
  startDate,
  isRemind,
  remindAdvance,
}: Pick<EntryRequest, 'isRemind' | 'remindAdvance'> & { startDate: number }): number | null {
  return isRemind && remindAdvance !== null ? startDate - remindAdvance * 60 : null;
}
