import { expect, test } from 'vitest';
import type { Deadline, ScheduleEntry } from '#contract/schedule.ts';
import type { LocalDate } from '#domain/calendar/local-date.ts';
import {
  contentOfDays,
  dayText,
  deadlineHint,
  firstHourOf,
  reminderText,
  scheduleKinds,
  spanText,
} from './schedule-texts.ts';

const nine = Date.parse('2026-11-20T09:00:00+08:00') / 1000;
const entry = (change: Partial<ScheduleEntry> = {}): ScheduleEntry => ({
  id: 'a',
  scheduleName: '接访日',
  address: '',
  startDate: nine,
  endDate: nine + 3600,
  remark: '',
  isRemind: true,
  remindAdvance: 60,
  reminded: true,
  ...change,
});

test('dates, spans and reminders are formatted for people', () => {
  expect(dayText('2026-11-20')).toBe('11 月 20 日 周五');
  expect(spanText(entry())).toBe('09:00–10:00');
  expect(spanText(entry({ endDate: nine + 86_400 }))).toBe('11-20 09:00–11-21 09:00');
  expect(reminderText(entry())).toBe('提前 1 小时提醒，已提醒');
  expect(reminderText(entry({ remindAdvance: null }))).toBeUndefined();
});

test('an entry is listed on each of its days, a deadline on its own day, and kinds can be switched off', () => {
  const days = ['2026-11-20', '2026-11-21', '2026-11-22'];
  const deadline = { kind: 'task', dueDate: nine } as Deadline;
  const answer = { rows: [entry({ endDate: nine + 86_400 })], deadlines: [deadline] };
  const all = contentOfDays(days, answer, new Set(scheduleKinds));
  expect(days.map((day) => [all(day).entries.length, all(day).deadlines.length])).toEqual([
    [1, 1],
    [1, 0],
    [0, 0],
  ]);
  const some = contentOfDays(days, answer, new Set(['order']));
  expect(some('2026-11-20')).toEqual({ entries: [], deadlines: [] });
});

test.each([
  ['2026-11-21', '2026-11-20T14:20:00+08:00', 9],
  ['2026-11-20', '2026-11-20T14:20:00+08:00', 15],
  ['2026-11-20', '2026-11-20T06:20:00+08:00', 9],
  ['2026-11-20', '2026-11-20T23:59:00+08:00', 23],
])('a new entry on %s, created at %s, begins at %i o’clock', (day, now, hour) => {
  expect(firstHourOf(day as LocalDate, new Date(now))).toBe(hour);
});

test('a deadline has its whole title in the hint of its chip', () => {
  const deadline: Deadline = {
    kind: 'task',
    dueDate: nine,
    workorderCode: '2026000192',
    workorderTraceId: 'a.1',
    title: '举报睦州府顶楼住户违法搭建阳光房',
    nodeName: '收件',
    light: 'red',
    lightText: '超期 20 天',
  };
  expect(deadlineHint(deadline)).toBe('2026000192 举报睦州府顶楼住户违法搭建阳光房（环节到期，超期 20 天）');
});
