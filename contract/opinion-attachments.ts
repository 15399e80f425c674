import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { opinionFiles } from './handle-input.ts';
import { AttachedFile } from './panels.ts';
import { traceId, workOrderCode } from './work-orders.ts';

/** Attachments of an opinion that was already submitted: added and removed afterwards (S1 §7 comment attachments). */

const AttachmentList = z.object({ rows: z.array(AttachedFile) });
const refusals = ['orderEnded', 'notYourTask', 'actionNotAllowed', 'badInput'] as const;

/** The attachments that a handler added to one step, or to one action beside the flow. */
const HandlerAttachments = z.object({
  /** Trace of the step; empty for an action without one. */
  traceId: z.string(),
  nodeName: z.string(),
  actName: z.string(),
  handlerName: z.string(),
  handlerOrgName: z.string(),
  handlerTime: z.iso.datetime(),
  attachments: z.array(AttachedFile),
});

export const opinionAttachments = {
  list: endpoint({
    method: 'GET',
    reads: ['orders'],
    path: '/workorder/workorders/:workorderCode/attachments',
    summary: '经办人附件',
    params: z.strictObject({ workorderCode: workOrderCode }),
    output: z.object({ rows: z.array(HandlerAttachments) }),
  }),
  add: endpoint({
    method: 'POST',
    changes: ['orders'],
    path: '/workorder/workorder/traces/attachments',
    summary: '添加意见附件',
    body: z.strictObject({ traceId, fileList: opinionFiles }),
    output: AttachmentList,
    refusals,
  }),
  remove: endpoint({
    method: 'POST',
    changes: ['orders'],
    path: '/workorder/workorder/traces/attachments/delete',
    summary: '删除意见附件',
    body: z.strictObject({ traceId, attachmentId: z.string().max(100) }),
    output: AttachmentList,
    refusals,
  }),
};
