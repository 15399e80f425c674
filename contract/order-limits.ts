import { z } from 'zod';
import { maxListedSegments } from '#domain/calendar/due-date-explanation.ts';
import { endpoint } from './endpoint.ts';
import { traceId, workOrderCode } from './work-orders.ts';

/** Calls that explain time limits. */

const day = z.iso.date();
const instant = z.iso.datetime();
const days = z.number().int();

const ExplainedLimit = z.object({
  /** Limit, counted days, pauses and days left, added up in one or two sentences. */
  summary: z.string(),
  startedAt: instant,
  /** The limit without extensions, such as `10 个工作日`. */
  limitText: z.string(),
  extensions: z.array(z.object({ at: instant, text: z.string(), reason: z.string() })),
  /** Days from the day after the start, grouped by the reason for which they count or not; both ends are included. */
  segments: z
    .array(
      z.object({
        from: day,
        until: day,
        days,
        kind: z.enum(['counted', 'dayOff', 'paused', 'rolled']),
        reason: z.string(),
        isPast: z.boolean(),
        /** Days counted up to the end of the segment. */
        total: days,
      }),
    )
    // The present day divides one segment, and may add a pause.
    .max(maxListedSegments + 2),
  /** Days after the listed segments; null if all are listed. */
  rest: z.object({ from: day, until: day, counted: days, skipped: days }).nullable(),
  /** Days of the limit with its extensions. */
  totalDays: days,
  /** The last day; null while the clock is paused. */
  dueOn: day.nullable(),
  provisional: z.boolean(),
  /** The present day, or the day on which the order or the task ended. */
  asOf: day,
});
export type ExplainedLimit = z.output<typeof ExplainedLimit>;

export const LimitExplanation = z.object({
  /** Name of the step; empty for the whole order. */
  nodeName: z.string(),
  ended: z.boolean(),
  /** Null without a limit. */
  limit: ExplainedLimit.nullable(),
  /** Open tasks with a limit of their own, ten at most. */
  tasks: z.array(z.object({ traceId, nodeName: z.string() })),
});
export type LimitExplanation = z.output<typeof LimitExplanation>;

export const orderLimits = {
  explain: endpoint({
    method: 'GET',
    reads: ['orders', 'holidays'],
    path: '/api/work-orders/:workorderCode/limit',
    summary: '时限说明',
    params: z.strictObject({ workorderCode: workOrderCode }),
    /** A task of the order; without it the limit of the whole order. */
    query: z.strictObject({ traceId: traceId.optional() }),
    output: LimitExplanation,
  }),
};
