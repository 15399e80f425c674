import { z } from 'zod';
import { opinion } from './acting.ts';
import { endpoint, idempotencyRefusals, withFallback } from './endpoint.ts';
import { formValues, submissionBase } from './submitted-form.ts';
import { traceId, workOrderId } from './work-orders.ts';

/**
 * Staging at a node (暂存, S1 §2, §5, §7): typed values are stored at the caller's open task, and enter the order
 * only by an action (docs/decisions/0112).
 */

/** `id` is the one that the server returned for the form. */
const StagedForm = z.strictObject({
  id: z.string().min(1).max(100),
  content: formValues,
  metaData: z.unknown().optional(),
  ...submissionBase,
});
const list = z.array(StagedForm).max(20);

/** The documented list, or an object with the list and the other inputs of the bar. */
const TaskDraftInput = z.union([
  list.transform((workorderForms) => ({ workorderForms, handlerOpinion: '', traceId: undefined })),
  z.strictObject({
    workorderForms: withFallback(list, []),
    handlerOpinion: withFallback(opinion, ''),
    traceId: traceId.optional(),
  }),
]);
export type TaskDraftInput = z.output<typeof TaskDraftInput>;

const StagedResult = z.object({ traceId, stagedAt: z.iso.datetime() });
const params = z.strictObject({ workorderId: workOrderId });
const refusals = [
  'formInvalid',
  'taskAlreadyHandled',
  'notYourTask',
  'forbidden',
  ...idempotencyRefusals,
] as const;

export const taskDrafts = {
  /** Stores the typed values, even if others are missing; wrong ones are refused. */
  draftForms: endpoint({
    method: 'POST',
    changes: ['orders'],
    path: '/workorder/workorders/:workorderId/forms/draft',
    summary: '暂存表单',
    params,
    body: TaskDraftInput,
    output: StagedResult,
    refusals,
  }),
  /** Does the same for complete forms: missing values are refused, too. */
  updateForms: endpoint({
    method: 'POST',
    changes: ['orders'],
    path: '/workorder/workorders/:workorderId/forms',
    summary: '更新表单',
    params,
    body: TaskDraftInput,
    output: StagedResult,
    refusals,
  }),
};
