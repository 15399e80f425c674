import { z } from 'zod';
import { endpoint, idempotencyRefusals } from './endpoint.ts';
import { filterDay } from './list-filters.ts';

/** Calls of the configuration administrator on the calendar that time limits use. */

const HolidayKind = z.enum(['holiday', 'workday']);
const year = z.coerce.number().int().min(2000).max(2100);
const holidayRefusals = ['notFound', 'forbidden', ...idempotencyRefusals] as const;

export const HolidayYear = z.object({
  year: z.number().int(),
  /** Years with published holidays; dates that depend on other years are 暂定. */
  coveredYears: z.array(z.number().int()),
  editable: z.boolean(),
  days: z.array(z.object({ day: z.string(), kind: HolidayKind, name: z.string() })),
});
export type HolidayYear = z.output<typeof HolidayYear>;

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
    query: z.strictObject({ from: filterDay, to: filterDay }),
    output: z.object({ sentences: z.array(z.string()) }),
  }),
  set: endpoint({
    method: 'POST',
    changes: ['holidays'],
    path: '/api/administration/holidays',
    summary: '设置节假日',
    body: z.strictObject({ from: filterDay, to: filterDay, kind: HolidayKind, name: z.string().max(64) }),
    output: z.object({ days: z.number().int() }),
    refusals: holidayRefusals,
  }),
  remove: endpoint({
    method: 'POST',
    changes: ['holidays'],
    path: '/api/administration/holidays/remove',
    summary: '取消节假日',
    body: z.strictObject({ from: filterDay, to: filterDay }),
    output: z.object({ days: z.number().int() }),
    refusals: holidayRefusals,
  }),
};
