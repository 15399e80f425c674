import { z } from 'zod';
import { copiedColumns } from '#domain/lists/order-columns.ts';
import { recordIdPattern } from '#domain/workflow/trace-id.ts';
import { actionReason, actionRefusals, HandleResult } from './acting.ts';
import { endpoint, pageOf, pageQuery, withFallback } from './endpoint.ts';
import { fieldsOf, sortQuery } from './list-columns.ts';
import { orderFilters, phase, traceId, WorkOrderRow, workOrderCode } from './work-orders.ts';

/** Copies of orders for readers (抄送, S1 §2, §7): 抄送我的, read marks, readers, reading notes. */

/** A copy is a trace row without a node; its id is the id of that row. */
const copyId = z.string().toLowerCase().regex(recordIdPattern, '轨迹标识不正确');
const instant = z.iso.datetime();
const byCode = z.strictObject({ workorderCode: workOrderCode });

export const CopiedRow = WorkOrderRow.extend({
  traceId: copyId,
  /** Time when this person read the copy; null while unread. */
  readAt: instant.nullable(),
  /** The sender's note on the copy. */
  note: z.string(),
  ...fieldsOf(copiedColumns),
});
export type CopiedRow = z.output<typeof CopiedRow>;

/** A copy with its recipients, and the time when each of them read it. */
export const CopyReaders = z.object({
  traceId: copyId,
  handlerName: z.string(),
  handlerOrgName: z.string(),
  note: z.string(),
  createdAt: instant,
  /** Chosen posts and people, with the people behind each post now. */
  receivers: z.array(
    z.object({
      candidateCode: z.string(),
      candidateName: z.string(),
      people: z.array(z.object({ name: z.string(), orgName: z.string(), readAt: instant.nullable() })),
      peopleCount: z.number().int(),
    }),
  ),
  readCount: z.number().int(),
});
export type CopyReaders = z.output<typeof CopyReaders>;

export const copies = {
  copy: endpoint({
    method: 'POST',
    changes: ['orders'],
    path: '/api/work-orders/copy',
    summary: '抄送',
    body: z.strictObject({
      traceId,
      receivers: z.array(z.string().max(120)).max(500).default([]),
      /** Text that the recipients read with the copy. */
      reason: withFallback(actionReason, ''),
    }),
    output: HandleResult,
    refusals: actionRefusals,
  }),
  page: endpoint({
    method: 'GET',
    reads: ['orders'],
    path: '/workorder/workorder/copiedPage',
    summary: '抄送我的',
    query: z.strictObject({
      ...pageQuery,
      ...orderFilters,
      phase,
      unread: z.enum(['true', 'false']).optional(),
      sort: sortQuery(copiedColumns).default('copiedAt'),
    }),
    output: pageOf(CopiedRow),
  }),
  unreadCount: endpoint({
    method: 'GET',
    reads: ['orders'],
    path: '/api/work-orders/copied-count',
    summary: '未读抄送数',
    output: z.object({ count: z.number().int() }),
  }),
  markRead: endpoint({
    method: 'POST',
    changes: ['orders'],
    path: '/workorder/workorder/copies/read',
    summary: '抄送设为已读',
    body: z.strictObject({ traceId: copyId }),
    output: z.object({ readAt: instant }),
    refusals: ['notFound'],
  }),
  readers: endpoint({
    method: 'GET',
    reads: ['orders'],
    path: '/api/work-orders/:workorderCode/copies',
    summary: '抄送接收与阅读情况',
    params: byCode,
    /** The copy to show; without it the newest copy of the order. */
    query: z.strictObject({ traceId: copyId.optional() }),
    output: z.object({ rows: z.array(CopyReaders) }),
  }),
  leaveNote: endpoint({
    method: 'POST',
    changes: ['orders'],
    path: '/api/work-orders/:workorderCode/copies/note',
    summary: '阅办意见',
    params: byCode,
    body: z.strictObject({ note: z.string().max(5000).default('') }),
    output: HandleResult,
    refusals: actionRefusals,
  }),
};
