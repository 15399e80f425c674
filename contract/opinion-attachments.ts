import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { opinionFiles } from './handle-input.ts';
import { AttachedFile } from './panels.ts';
import { traceId } from './work-orders.ts';

/** Attachments of an opinion that was already submitted: added and removed afterwards (S1 §7 comment attachments). */

const AttachmentList = z.object({ rows: z.array(AttachedFile) });
const refusals = ['orderEnded', 'notYourTask', 'actionNotAllowed', 'badInput'] as const;

export const opinionAttachments = {
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
