import type { RefusalOf } from '#contract/endpoint.ts';
import type { SubmittedFiles } from '#contract/handle-input.ts';
import type { opinionAttachments } from '#contract/opinion-attachments.ts';
import type { AttachedFile } from '#contract/panels.ts';
import type { Actor } from '#domain/access/actor.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import { isCandidateFor } from '#domain/substitutes/substitution.ts';
import type { Task } from '#domain/workflow/model/model.ts';
import { isClosed, isHandledBy } from '#domain/workflow/state/outcomes.ts';
import { inTransaction, type Tx } from '#server/kernel/database/transaction.ts';
import { appendOrderAudit, digestOfFinished } from '#server/modules/access/audit/service.ts';
import { fileAttachedElsewhere } from '#server/modules/records/files/service.ts';
import {
  claimFiles,
  listAttachedFiles,
  lockTrace,
  updateAttachments,
} from '../attachments/opinion-attachments.queries.ts';
import { checkOpinionFiles, fileIdsOf } from '../attachments/opinion-files.ts';
import type { OrderForAction } from '../order/access.ts';
import type { Caller } from './act.ts';

type Answer = { rows: AttachedFile[] } | RefusalOf<typeof opinionAttachments.add>;
type AttachmentCall = Pick<Caller, 'context' | 'actor' | 'requestId'>;

/** Adds files to the opinion that this person has given at the task, while the order runs. */
export async function addAttachments(
  call: AttachmentCall,
  order: OrderForAction,
  task: Task,
  { fileList }: { fileList?: SubmittedFiles },
): Promise<Answer> {
  const refusal = refuseAttaching(call.actor, order, task);
  if (refusal !== null) return refusal;
  const listedIds = fileIdsOf(fileList);
  if (listedIds.length === 0)
    return refuse('badInput', { problems: [{ field: 'fileList', message: '请选择附件' }] });
  return changeAttachments(call, order, task, 'work-order.add-attachments', async (tx, before) => {
    const ids = listedIds.filter((id) => !before.includes(id));
    const alreadyAttached = before.length;
    const checkedFiles = await checkOpinionFiles(call.context, call.actor, {
      workorderId: order.id,
      ids,
      alreadyAttached,
    });
    if (checkedFiles.problems.length > 0) return refuse('badInput', { problems: checkedFiles.problems });
    const claimedCount = await claimFiles(tx, {
      workorderId: order.id,
      staffId: call.actor.staffId,
      ids: checkedFiles.idsToAttach,
    });
    return claimedCount === checkedFiles.idsToAttach.length
      ? [...before, ...checkedFiles.ids]
      : fileAttachedElsewhere;
  });
}

/** Removes an attachment; the order keeps the file itself, so that its audit record still has its object. */
export async function removeAttachment(
  call: AttachmentCall,
  order: OrderForAction,
  task: Task,
  { attachmentId }: { attachmentId: string },
): Promise<Answer> {
  const refusal = refuseAttaching(call.actor, order, task);
  if (refusal !== null) return refusal;
  return changeAttachments(call, order, task, 'work-order.remove-attachment', async (_tx, before) =>
    before.filter((id) => id !== attachmentId),
  );
}

/** Refuses to attach files to another person's opinion, or to any opinion after the order has ended. */
function refuseAttaching(actor: Actor, { state }: OrderForAction, task: Task) {
  const isOwn = isHandledBy(task, actor.staffId) && !isClosed(task);
  const isWaiting = task.outcome === null && isCandidateFor(actor, task);
  // The attachments of an opinion that is not given yet are sent with it.
  if (!isOwn) return refuse(isWaiting ? 'actionNotAllowed' : 'notYourTask');
  return state.ended ? refuse('orderEnded') : null;
}

/** Changes the list under the order's lock, with an audit record that contains the digest of the new row. */
async function changeAttachments(
  { context, actor, requestId }: AttachmentCall,
  order: OrderForAction,
  { id: number }: Task,
  action: string,
  changeIds: (tx: Tx, before: readonly string[]) => Promise<string[] | Refusal<'badInput'>>,
): Promise<Answer> {
  let refusal: Refusal<'badInput' | 'orderEnded'> | undefined;
  await inTransaction(context.db, async (tx) => {
    const row = await lockTrace(tx, order.id, number);
    // It may have ended since it was read.
    if (row === undefined) {
      refusal = refuse('orderEnded');
      return;
    }
    const after = await changeIds(tx, row.file_ids);
    if (isRefusal(after)) {
      refusal = after;
      return;
    }
    if (String(after) === String(row.file_ids)) return;
    await updateAttachments(tx, order.id, number, after);
    const added = after.filter((id) => !row.file_ids.includes(id));
    await appendOrderAudit(tx, context, {
      workorderId: order.id,
      actor,
      action,
      detail: { task: number, files: after },
      digests: {
        [`finished:${number}`]: digestOfFinished({ ...row, file_ids: after }) ?? '',
        ...Object.fromEntries(added.map((id) => [`file:${id}`, ''])),
      },
      requestId,
    });
  });
  if (refusal) return refusal;
  context.notifier.notify({ topics: [`order:${order.id}`], event: 'work-order', id: order.id });
  return { rows: await listAttachedFiles(context.db, order.id, number) };
}
