import { z } from 'zod';
import { endpoint, idempotencyRefusals, pageOf, pageQuery } from './endpoint.ts';
import { filterDay } from './list-filters.ts';

/** Calls of the configuration administrator on the calendar that time limits use. */

const HolidayKind = z.enum(['holiday', 'workday']);
const year = z.coerce.number().int().min(2000).max(2100);
const holidayRefusals = ['notFound', 'forbidden', 'dataChanged', ...idempotencyRefusals] as const;

export const HolidayYear = z.object({
  year: z.number().int(),
  /** Years with published holidays; dates that depend on other years are 暂定. */
  coveredYears: z.array(z.number().int()),
  editable: z.boolean(),
  days: z.array(z.object({ day: z.string(), kind: HolidayKind, name: z.string() })),
});
export type HolidayYear = z.output<typeof HolidayYear>;

/** An open order whose due day an edit moves. */
export const MovedOrder = z.object({
  code: z.string(),
  itemName: z.string(),
  orgName: z.string(),
  dueOn: z.string(),
  newDueOn: z.string(),
  days: z.number().int(),
  becomesOverdue: z.boolean(),
  /** True if the new day depends on a year without published holidays (暂定). */
  provisional: z.boolean(),
});
export type MovedOrder = z.output<typeof MovedOrder>;

/** Effect of an edit on the due dates of open orders and steps. */
export const CalendarEffect = z.object({
  /** Open orders; those whose due date gets later or earlier, or is overdue by the edit; all others. */
  open: z.number().int(),
  later: z.number().int(),
  earlier: z.number().int(),
  overdue: z.number().int(),
  unchanged: z.number().int(),
  /** Open steps whose due date moves, and those that are overdue by it. */
  steps: z.number().int(),
  overdueSteps: z.number().int(),
  /** True if the figures of paused orders are shares of a sample. */
  isEstimate: z.boolean(),
  /** The first moved orders, those that become overdue at the top. */
  rows: z.array(MovedOrder),
  sentences: z.array(z.string()),
  /** Belongs to this edit and the present calendar; saving needs it. */
  key: z.string(),
});
export type CalendarEffect = z.output<typeof CalendarEffect>;

/** An edit; `none`: the entries of these days are removed. */
const editQuery = { from: filterDay, to: filterDay, kind: z.enum(['holiday', 'workday', 'none']) };

/** Key of the effect that the person has seen. */
const effectKey = z.string().max(64);

export const holidays = {
  year: endpoint({
    method: 'GET',
    reads: ['holidays'],
    path: '/api/administration/holidays',
    summary: '一年的节假日安排',
    query: z.strictObject({ year }),
    output: HolidayYear,
  }),
  effect: endpoint({
    method: 'GET',
    reads: ['holidays'],
    path: '/api/administration/holidays/effect',
    summary: '改动节假日的影响',
    query: z.strictObject(editQuery),
    output: CalendarEffect,
  }),
  /** All moved orders by their present due day; the total is counted up to one more than can be exported. */
  moved: endpoint({
    method: 'GET',
    reads: ['holidays'],
    path: '/api/administration/holidays/moved',
    summary: '改动节假日后到期日变动的办件',
    query: z.strictObject({ page: pageQuery.page, size: pageQuery.size, ...editQuery }),
    output: pageOf(MovedOrder),
  }),
  set: endpoint({
    method: 'POST',
    changes: ['holidays'],
    path: '/api/administration/holidays',
    summary: '设置节假日',
    body: z.strictObject({
      from: filterDay,
      to: filterDay,
      kind: HolidayKind,
      name: z.string().max(64),
      effectKey,
    }),
    output: z.object({ days: z.number().int() }),
    refusals: holidayRefusals,
  }),
  remove: endpoint({
    method: 'POST',
    changes: ['holidays'],
    path: '/api/administration/holidays/remove',
    summary: '取消节假日',
    body: z.strictObject({ from: filterDay, to: filterDay, effectKey }),
    output: z.object({ days: z.number().int() }),
    refusals: holidayRefusals,
  }),
};
