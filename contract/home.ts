import { z } from 'zod';
import { CopiedRow } from './copies.ts';
import { endpoint } from './endpoint.ts';
import { DraftRow } from './initiation.ts';
import { Message } from './messages.ts';
import { TodoCounts } from './todo-counts.ts';
import { TodoRow, workOrderId } from './work-orders.ts';

/** The home page (工作台) of one person: all its content in one call. */

const count = z.number().int();
const instant = z.iso.datetime();

/** The open tasks at one node, by urgency. */
export const WaitingAtNode = z.object({ nodeName: z.string(), overdue: count, soon: count, normal: count });
export type WaitingAtNode = z.output<typeof WaitingAtNode>;

/** An order that the person started or handled, and that waits for another handler. */
export const WaitingForOthers = z.object({
  workorderId: workOrderId,
  code: z.string(),
  title: z.string(),
  nodeName: z.string(),
  /** Names of its candidates: people, posts, roles, organisations. */
  handlerNames: z.array(z.string()),
  since: instant,
  /** True if this person may urge it now. */
  mayUrge: z.boolean(),
  /** True if it was urged today. */
  urgedToday: z.boolean(),
});
export type WaitingForOthers = z.output<typeof WaitingForOthers>;

export const HomePage = z.object({
  at: instant,
  today: z.string(),
  /** The last day that counts as 将到期. */
  soonUntil: z.string(),
  counts: TodoCounts,
  doneToday: count,
  doneThisWeek: count,
  /** The first rows of the to-do list, in its default order. */
  first: z.array(TodoRow),
  /** Number of open tasks, counted to 10,001. */
  total: count,
  nodes: z.array(WaitingAtNode),
  /** Number of tasks, due first, of which nodes and days are counted; null if all are counted. */
  countedOf: count.nullable(),
  /** This week from Monday to Sunday, with the number of tasks due on each day. */
  days: z.array(z.object({ day: z.string(), due: count })),
  others: z.object({ rows: z.array(WaitingForOthers), initiatedOpen: count, handledOpen: count }),
  /**
   * Items that the person started most in the last ninety days; the first of the catalogue if there are none.
   */
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
