import type { Deadline, ScheduleEntry } from '#contract/schedule.ts';
import {
  type LocalDate,
  localDateOf,
  minuteText,
  startOfDay,
  weekdayOf,
} from '#domain/calendar/local-date.ts';
import { isRemindAdvance, remindAdvanceLabel } from '#domain/schedule/remind-advance.ts';

const weekdays = ['周日', '周一', '周二', '周三', '周四', '周五', '周六'] as const;

/** Returns a day such as `11 月 20 日 周五`. */
export function dayText(day: LocalDate): string {
  const [, month, date] = day.split('-').map(Number);
  return `${month} 月 ${date} 日 ${weekdays[weekdayOf(day)]}`;
}

/** Returns a month such as `2026 年 11 月`. */
export function monthText(day: LocalDate): string {
  const [year, month] = day.split('-').map(Number);
  return `${year} 年 ${month} 月`;
}

/** Returns the time in China, such as `09:00`. */
export function clockText(seconds: number): string {
  return minuteText(new Date(seconds * 1000)).slice(11);
}

/** Returns start and end; the end has its day if it is another one. */
export function spanText({ startDate, endDate }: Pick<ScheduleEntry, 'startDate' | 'endDate'>): string {
  const [from, until] = [startDate, endDate].map((at) => minuteText(new Date(at * 1000))) as [string, string];
  return from.slice(0, 10) === until.slice(0, 10) || until.endsWith('00:00')
    ? `${from.slice(11)}–${until.slice(11)}`
    : `${from.slice(5)}–${until.slice(5)}`;
}

/**
 * Returns the start hour of a new entry of `day` (0 to 23): nine in the morning, and today the next full
 * hour, so that it is not in the past.
 */
export function firstHourOf(day: LocalDate, now: Date): number {
  if (day !== localDateOf(now)) return 9;
  const hour = Number(minuteText(now).slice(11, 13));
  return Math.min(Math.max(hour + 1, 9), 23);
}

export function reminderText({ remindAdvance, reminded }: ScheduleEntry): string | undefined {
  if (!isRemindAdvance(remindAdvance)) return undefined;
  return `${remindAdvanceLabel[remindAdvance]}${reminded ? '，已提醒' : ''}`;
}

export const deadlineTexts: Readonly<Record<Deadline['kind'], string>> = {
  task: '环节到期',
  asked: '会签到期',
  order: '全程到期',
};

/** Returns the whole text of a deadline, whose title is cut off in the grid. */
export function deadlineHint({ kind, workorderCode, title, lightText }: Deadline): string {
  return `${workorderCode} ${title}（${deadlineTexts[kind]}，${lightText}）`;
}

/** The content of a day, own entries first, limited to the kinds that are switched on. */
export interface DayContent {
  entries: readonly ScheduleEntry[];
  deadlines: readonly Deadline[];
}

export const scheduleKinds = ['own', 'task', 'asked', 'order'] as const;
export type ScheduleKind = (typeof scheduleKinds)[number];
export const kindLabel: Readonly<Record<ScheduleKind, string>> = { own: '我的日程', ...deadlineTexts };

const noContent: DayContent = { entries: [], deadlines: [] };

/** Returns the content of each day; an entry of several days appears on all of them. */
export function contentOfDays(
  days: readonly LocalDate[],
  answer: { rows: readonly ScheduleEntry[]; deadlines: readonly Deadline[] } | undefined,
  kinds: ReadonlySet<ScheduleKind>,
): (day: LocalDate) => DayContent {
  const deadlines = Map.groupBy(
    (answer?.deadlines ?? []).filter(({ kind }) => kinds.has(kind)),
    ({ dueDate }) => localDateOf(new Date(dueDate * 1000)),
  );
  const ownEntries = kinds.has('own') ? (answer?.rows ?? []) : [];
  const contents = new Map(
    days.map((day): [LocalDate, DayContent] => {
      const from = startOfDay(day).getTime() / 1000;
      const entries = ownEntries.filter(
        ({ startDate, endDate }) => startDate < from + secondsPerDay && endDate > from,
      );
      return [day, { entries, deadlines: deadlines.get(day) ?? [] }];
    }),
  );
  return (day) => contents.get(day) ?? noContent;
}

const secondsPerDay = 86_400;
