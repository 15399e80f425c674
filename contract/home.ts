import { z } from 'zod';
import { CopiedRow } from './copies.ts';
import { endpoint } from './endpoint.ts';
import { DraftRow } from './initiation.ts';
import { Message } from './messages.ts';
import { TodoCounts } from './todo-counts.ts';
import { TodoRow, workOrderId } from './work-orders.ts';

/** The desk of one person (工作台): everything that it shows, in one call. */

const count = z.number().int();
const instant = z.iso.datetime();

/** The open tasks at one node, by their light. */
export const WaitingAtNode = z.object({ nodeName: z.string(), overdue: count, soon: count, normal: count });
export type WaitingAtNode = z.output<typeof WaitingAtNode>;

/** An order that the person started or handled and that waits for another handler. */
export const WaitingForOthers = z.object({
  workorderId: workOrderId,
  code: z.string(),
  title: z.string(),
  nodeName: z.string(),
  /** The people who may take it, in words. */
  handlerNames: z.array(z.string()),
  since: instant,
  /** True where this person may urge it now. */
  mayUrge: z.boolean(),
  /** True where a person has urged it today. */
  urgedToday: z.boolean(),
});
export type WaitingForOthers = z.output<typeof WaitingForOthers>;

export const HomePage = z.object({
  at: instant,
  today: z.string(),
  /** The last day that 将到期 reaches. */
  soonUntil: z.string(),
  counts: TodoCounts,
  doneToday: count,
  doneThisWeek: count,
  /** The beginning of the to-do list, in its own order. */
  first: z.array(TodoRow),
  /** All open tasks; counted to 10,001. */
  total: count,
  nodes: z.array(WaitingAtNode),
  /** Nodes and days are counted of the tasks that are due first where there are more than this many; null for all. */
  countedOf: count.nullable(),
  /** This week from Monday to Sunday, with what is due on each day. */
  days: z.array(z.object({ day: z.string(), due: count })),
  others: z.object({ rows: z.array(WaitingForOthers), initiatedOpen: count, handledOpen: count }),
  /** Items that I started most in the last ninety days; the first of the catalogue for a person who started none. */
  items: z.array(z.object({ taskCode: z.string(), name: z.string(), started: count })),
  drafts: z.object({
    rows: z.array(DraftRow.pick({ id: true, taskCode: true, title: true, updatedAt: true })),
    total: count,
  }),
  unread: z.object({ rows: z.array(Message), total: count }),
  /** Copies that this person has not read, the newest first. */
  copies: z.object({
    rows: z.array(CopiedRow.pick({ code: true, title: true, byName: true, copiedAt: true, traceId: true })),
    total: count,
  }),
});
export type HomePage = z.output<typeof HomePage>;

export const home = {
  page: endpoint({
    method: 'GET',
    reads: ['orders', 'drafts', 'messages', 'items'],
    path: '/api/home',
    summary: '工作台（一次取齐）',
    output: HomePage,
  }),
};
