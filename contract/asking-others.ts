import { z } from 'zod';
import { actionReason, actionRefusals, HandleResult, opinion } from './acting.ts';
import { assigneeList } from './asking-others-fields.ts';
import { endpoint, withFallback } from './endpoint.ts';
import { opinionFiles } from './handle-input.ts';
import { NotificationBlock, SendMessageBlock } from './notification-block.ts';
import { SubmittedForm } from './submitted-form.ts';
import { traceId } from './work-orders.ts';

/**
 * Calls about people who are asked, for which the specification has no number (S1 §4; docs/decisions/0094):
 * answers of signers, delegates and people who are asked again, and actions of the requester in the meantime.
 * Starting and answering a countersign, adding signers and delegating use the handler bar's own call.
 */

/** The caller's own task, with an opinion, its files and its notification, in both spellings of S1 §3. */
const answer = z.strictObject({
  traceId,
  opinion: withFallback(opinion, ''),
  fileList: opinionFiles,
  message: NotificationBlock,
  workorderSendMessageVo: SendMessageBlock,
});
const reason = withFallback(actionReason, '');
/** Number of a panel (people whom the caller has asked), as the trace carries it. */
const panelId = z.number().int().min(1).max(1_000_000);

export const askingOthers = {
  /** Records the answer of an added signer, or returns a delegated task. */
  sign: endpoint({
    method: 'POST',
    changes: ['orders'],
    path: '/api/work-orders/sign',
    summary: '签署意见',
    body: answer,
    output: HandleResult,
    refusals: actionRefusals,
  }),
  returnToHandler: endpoint({
    method: 'POST',
    changes: ['orders'],
    path: '/api/work-orders/return-to-handler',
    summary: '退回经办人',
    /** `candidate`: the key of an entry of `earlierHandlers`. */
    body: answer.extend({
      candidate: z.string().max(120).default(''),
      /** Forms as typed so far; they are restored when the task returns. */
      workorderForms: withFallback(z.array(SubmittedForm).max(20), []),
    }),
    output: HandleResult,
    refusals: actionRefusals,
  }),
  submitToHandler: endpoint({
    method: 'POST',
    changes: ['orders'],
    path: '/api/work-orders/return-to-handler/submit',
    summary: '退回经办人后提交',
    body: answer,
    output: HandleResult,
    refusals: actionRefusals,
  }),
  earlierHandlers: endpoint({
    method: 'GET',
    reads: ['orders'],
    path: '/api/work-orders/earlier-handlers',
    summary: '本环节之前的经办人',
    query: z.strictObject({ traceId }),
    output: z.object({
      rows: z.array(
        z.object({ candidate: z.string(), name: z.string(), orgName: z.string(), at: z.iso.datetime() }),
      ),
    }),
    refusals: ['taskAlreadyHandled', 'notYourTask', 'forbidden'],
  }),
  /** Checks whether a countersign can be started on this trace (S1 §7), before its dialog opens. */
  countersignCheck: endpoint({
    method: 'GET',
    path: '/workorder/workorder/countersign/check',
    summary: '能否发起会签',
    query: z.strictObject({ id: traceId }),
    output: z.object({ flag: z.boolean(), msg: z.string() }),
  }),
  /** `traceId` is the trace of the task from which the countersign was started. */
  callOffCountersign: endpoint({
    method: 'POST',
    changes: ['orders'],
    path: '/api/work-orders/countersign/call-off',
    summary: '取消会签',
    body: z.strictObject({ traceId, reason }),
    output: HandleResult,
    refusals: actionRefusals,
  }),
  addToCountersign: endpoint({
    method: 'POST',
    changes: ['orders'],
    path: '/api/work-orders/countersign/add',
    summary: '增加会签人',
    body: z.strictObject({ traceId, countersignList: assigneeList, reason }),
    output: HandleResult,
    refusals: actionRefusals,
  }),
  addToSigners: endpoint({
    method: 'POST',
    changes: ['orders'],
    path: '/api/work-orders/signers/add',
    summary: '增加加签人',
    body: z.strictObject({ traceId, panelId, countersignList: assigneeList, reason }),
    output: HandleResult,
    refusals: actionRefusals,
  }),
  removeSigner: endpoint({
    method: 'POST',
    changes: ['orders'],
    path: '/api/work-orders/remove-signer',
    summary: '减签',
    /** Seats are counted from 0. */
    body: z.strictObject({ traceId, panelId, seat: z.number().int().nonnegative().max(1_000), reason }),
    output: HandleResult,
    refusals: actionRefusals,
  }),
};
