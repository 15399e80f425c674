import { z } from 'zod';
import { endpoint, idempotencyRefusals } from './endpoint.ts';

/** The schedule of one person (日程, S0 §3, §4, §7); times in epoch seconds. */

/** Times up to the year 2100; the format is stated, because the values exceed most number columns. */
const epochSeconds = { min: 0, max: 4_102_416_000, meta: { format: 'epoch-seconds' } } as const;
const seconds = z.number().int();
const daySeconds = z.coerce
  .number()
  .int()
  .min(epochSeconds.min)
  .max(epochSeconds.max)
  .meta(epochSeconds.meta);

export const ScheduleEntry = z.object({
  id: z.uuid(),
  scheduleName: z.string(),
  address: z.string(),
  startDate: seconds,
  endDate: seconds,
  remark: z.string(),
  isRemind: z.boolean(),
  /** Minutes before the start: 0, 5, 15, 60 or 1440; null without a reminder. */
  remindAdvance: z.number().int().nullable(),
  /** True once the reminder is due. */
  reminded: z.boolean(),
});
export type ScheduleEntry = z.output<typeof ScheduleEntry>;

/** A deadline of this person: of a task, of a requested answer, or of a whole order. */
export const Deadline = z.object({
  kind: z.enum(['task', 'asked', 'order']),
  dueDate: seconds,
  workorderCode: z.string(),
  workorderTraceId: z.string(),
  title: z.string(),
  nodeName: z.string(),
  light: z.enum(['green', 'yellow', 'red']),
  /** For example `余 3 个工作日`, `超期 2 天` … */
  lightText: z.string(),
});
export type Deadline = z.output<typeof Deadline>;

const inputTime = seconds.min(epochSeconds.min).max(epochSeconds.max).meta(epochSeconds.meta).nullish();
const text = z.string().max(5_000).nullish();
const entryInput = z.strictObject({
  scheduleName: text,
  address: text,
  startDate: inputTime,
  endDate: inputTime,
  remark: text,
  isRemind: z.boolean().nullish(),
  remindAdvance: z.number().int().min(0).max(100_000).nullish(),
});
export type ScheduleEntryInput = z.output<typeof entryInput>;

const base = '/workportal/api/workorder/dailyTask';

export const schedule = {
  list: endpoint({
    method: 'GET',
    reads: ['schedule', 'orders'],
    path: base,
    summary: '日程',
    /** Start (inclusive) and end (exclusive) of the span; 366 days at most. */
    query: z.strictObject({ startDate: daySeconds, endDate: daySeconds }),
    output: z.object({
      rows: z.array(ScheduleEntry),
      deadlines: z.array(Deadline),
      /** Non-working days of the span, as `YYYY-MM-DD`. */
      daysOff: z.array(z.string()),
      today: z.string(),
    }),
  }),
  /** Returns the reminders that are due and not dismissed; the header polls every 60 s (S0 §4). */
  remind: endpoint({
    method: 'GET',
    reads: ['schedule', 'reminders'],
    path: '/workportal/api/workorder/dailyTask/remindDailyTask',
    summary: '日程提醒',
    output: z.object({ rows: z.array(ScheduleEntry) }),
  }),
  create: endpoint({
    method: 'POST',
    changes: ['schedule'],
    path: base,
    summary: '新建日程',
    body: entryInput,
    output: ScheduleEntry,
    refusals: idempotencyRefusals,
  }),
  change: endpoint({
    method: 'PUT',
    changes: ['schedule'],
    path: `${base}/entry/:id`,
    summary: '修改日程',
    params: z.strictObject({ id: z.uuid() }),
    body: entryInput,
    output: ScheduleEntry,
    refusals: ['notFound', ...idempotencyRefusals],
  }),
  /** `dailyList`: ids joined by commas (S0 §7). */
  remove: endpoint({
    method: 'DELETE',
    changes: ['schedule'],
    path: base,
    summary: '删除日程',
    query: z.strictObject({ dailyList: z.string().max(20_000).default('') }),
    output: z.object({ deleted: z.number().int() }),
    refusals: ['notFound', ...idempotencyRefusals],
  }),
  /** Undoes a deletion of the last minutes: restores the same entries under the same ids. */
  restore: endpoint({
    method: 'POST',
    changes: ['schedule'],
    path: `${base}/restored`,
    summary: '撤销删除日程',
    body: z.strictObject({ ids: z.array(z.uuid()).min(1).max(200) }),
    output: z.object({ restored: z.number().int() }),
    refusals: ['notFound', ...idempotencyRefusals],
  }),
  /** Marks a reminder as seen; no screen shows it again. */
  dismiss: endpoint({
    method: 'POST',
    changes: ['reminders'],
    path: `${base}/dismissed`,
    summary: '日程提醒设为已知',
    body: z.strictObject({ ids: z.array(z.uuid()).min(1).max(200) }),
    output: z.object({ dismissed: z.number().int() }),
    refusals: idempotencyRefusals,
  }),
};

const FeedState = z.object({
  /** Time when the link was made; null if there is none. */
  madeAt: z.iso.datetime().nullable(),
  /** Time when a calendar last used it. */
  readAt: z.iso.datetime().nullable(),
  showsTitles: z.boolean(),
});

/** The link through which an external calendar reads the schedule. */
export const scheduleFeed = {
  mine: endpoint({
    method: 'GET',
    reads: ['calendar-feed'],
    path: '/api/schedule/feed',
    summary: '日历订阅',
    output: FeedState,
  }),
  /** Makes the link, which is returned only once; an earlier link becomes invalid. */
  make: endpoint({
    method: 'POST',
    changes: ['calendar-feed'],
    path: '/api/schedule/feed',
    summary: '生成日历订阅链接',
    body: z.strictObject({ showsTitles: z.boolean().default(false) }),
    output: z.object({ path: z.string() }),
    refusals: idempotencyRefusals,
  }),
  revoke: endpoint({
    method: 'DELETE',
    changes: ['calendar-feed'],
    path: '/api/schedule/feed',
    summary: '停用日历订阅链接',
    output: z.object({ revoked: z.boolean() }),
    refusals: idempotencyRefusals,
  }),
};

export const scheduleCalendar = {
  /** Returns the schedule as iCalendar (RFC 5545), to a client that has the link. */
  read: endpoint({
    method: 'GET',
    path: '/api/schedule/calendar/:secret',
    summary: '日历订阅内容',
    params: z.strictObject({ secret: z.string().max(100) }),
    output: z.void(),
    answer: 'raw',
    refusals: ['notFound', 'tooManyRequests'],
  }),
};
