import type { RefusalOf } from '#contract/endpoint.ts';
import type { HandleInput, SubmittedFiles } from '#contract/handle-input.ts';
import type { handling } from '#contract/handling.ts';
import { ProcessResult } from '#domain/enumerations/process-result.ts';
import { isRefusal, type Refusal } from '#domain/refusals/refusals.ts';
import { actions, type Command, type CommandAction } from '#domain/workflow/actions/registry.ts';
import { addedPapersText } from '#domain/workflow/added-papers-texts.ts';
import type { FormsRule } from '#domain/workflow/decision/action.ts';
import { staffKey } from '#domain/workflow/decision/builder.ts';
import type { Task } from '#domain/workflow/model/model.ts';
import { openTasks } from '#domain/workflow/state/status.ts';
import type { AnswerText } from '#server/kernel/http/envelope.ts';
import type { DocumentCall } from '#server/modules/cases/documents/service.ts';
import { refuseReceipt } from '#server/modules/cases/work-orders/service.ts';
import { currentDirectory } from '#server/modules/organisation/organisations/service.ts';
import { type ActionRequest, act, type Caller } from './acting/act.ts';
import { writeResult } from './acting/present.ts';
import { fileIdsOf } from './attachments/opinion-files.ts';
import { renewDocuments } from './documents/renewed-documents.ts';
import {
  type ConfirmedDocuments,
  confirmedDocuments,
  isRefusedAsChanged,
} from './documents/step-documents.ts';
import {
  namedKeysOf,
  noticeOf,
  problemOfNoticeWithUrge,
  usesMessageBlockForUrge,
} from './notices/notice-block.ts';
import type { OrderForAction } from './order/access.ts';
import { actionOfOperation, commandOf, formsOf, withFields, withWireFields } from './reading/wire.ts';

export { act, type Caller } from './acting/act.ts';
export { decideBySystem } from './acting/decide-by-system.ts';
export { openedNodeNames, writeResult } from './acting/present.ts';
export { problemOfReassignment, reassignTask } from './acting/reassign-task.ts';
export { fileIdsOf } from './attachments/opinion-files.ts';
export { sign } from './consultation/asking-others.ts';
export { expirePanels } from './consultation/expire-panels.ts';
export { skipAbsentSeats } from './consultation/skip-absent-seats.ts';
export { encryptByNewFormVersions, encryptStoredForms, hasForms } from './forms/encrypt-stored-forms.ts';
export { cleanUpTaskDrafts } from './forms/task-drafts.ts';
export { deliverNotices } from './notices/notices.ts';
export {
  actsOnFinishedTask,
  actsOnOrder,
  actsOnTask,
  actsOutOfFlow,
  changesRecord,
  type OrderForAction,
} from './order/access.ts';
export { findStoredAnswer, requeueArchiveEntries } from './order/order.queries.ts';
export { actionPreview } from './previews/action-preview.ts';
export { branchChoices } from './reading/branch-choices.ts';
export {
  handleCheck,
  nextNodeUsers,
  nodeButtons,
  returnNodes,
  revokeCheck,
} from './reading/dialog-data.ts';
export { handlerVariables, previousHandlers } from './reading/handler-sources.ts';
export { withFields } from './reading/wire.ts';

/** Executes the button of the handler bar on the task that was found (POST /workorder/workorder/handle). */
export async function handle(
  caller: Caller & Partial<Pick<DocumentCall, 'origin'>>,
  order: OrderForAction,
  task: Task,
  input: HandleInput,
): Promise<AnswerText | RefusalOf<typeof handling.handle>> {
  const { context, actor } = caller;
  const action = actionOfOperation(input, false);
  const rule = formsRuleOf(action, input);
  const { addressee } = await currentDirectory(caller.context.db);
  const receipt = await refuseReceiptButton(caller, order, task, input);
  if (receipt !== null) return receipt;
  const blockNotice = usesMessageBlockForUrge(input)
    ? null
    : await noticeOf(caller, order, task, input, namedKeysOf(input, addressee));
  const notice = blockNotice && {
    ...blockNotice,
    problems: [...blockNotice.problems, ...problemOfNoticeWithUrge(input)],
  };
  const documentRequest = {
    buttonId: String(input.buttonId ?? ''),
    action,
    namedIds: input.workorderDocIdList,
    opinion: input.handlerOpinion,
  };
  const submit = (documents: ConfirmedDocuments) =>
    act(caller, {
      order,
      command: ({ state }, definition) => commandOf(input, task.id, { state, definition, addressee }),
      forms: rule === 'unchanged' ? null : formsOf(input),
      allowsIncomplete: rule === 'pending',
      ...(rule === 'draft' && { remainingDraft: { opinion: draftOpinionOf(input) } }),
      fileIds: fileIdsIn(input),
      notice,
      documents,
      answer: (done) => writeResult(done, documents.rows),
    });
  const documents = await confirmedDocuments(context, actor, order, task, documentRequest);
  let answer: AnswerText | RefusalOf<typeof handling.handle> = await submit(documents);
  const { origin } = caller;
  if (isRefusal(answer) && isRefusedAsChanged(answer) && origin !== undefined) {
    const submitted = { action, forms: formsOf(input), rule };
    const renewedDocuments = await renewDocuments({ ...caller, origin }, order, task, documents, submitted);
    if (renewedDocuments)
      answer = isRefusal(renewedDocuments) ? renewedDocuments : await submit(renewedDocuments);
  }
  return isRefusal(answer) ? withWireFields(answer, input, addressee) : answer;
}

/** Refuses a button that confirms the receipt while materials of the order are missing. */
async function refuseReceiptButton(
  { context }: Pick<Caller, 'context'>,
  order: OrderForAction,
  { nodeId, outcome }: Task,
  { buttonId }: { buttonId?: unknown },
): Promise<Refusal<'recordOpen'> | null> {
  const node = order.definition.nodes[nodeId];
  const button = node?.kind === 'userTask' ? node.buttons.find(({ id }) => id === buttonId) : undefined;
  const confirms = outcome === null && button?.resultCode === ProcessResult.receiptConfirmed;
  return confirms && order.hasMaterialCheck ? await refuseReceipt(context, order) : null;
}

/** Returns the files: an urge has them in its block (S1 §3); old clients send them in the field of the bar. */
function fileIdsIn(input: HandleInput): string[] {
  const ofUrge = input.handlerOperation === '7' ? input.workorderRemindInputVo.fileList : [];
  return fileIdsOf(input.fileList, ofUrge);
}

/**
 * Returns the rule for the forms: after a countersign that continues by itself no person could fill them in
 * later.
 */
function formsRuleOf(action: CommandAction | undefined, input: HandleInput): FormsRule {
  const advancesByItself = input.handlerOperation === '5' && input.countersignFlowCondition === '2';
  if (action === 'startCountersign' && advancesByItself) return 'store';
  // A person who delegates a task permanently does not get it back: the typed content goes with it.
  if (input.handlerOperation === '8' && !input.delegateReturns) return 'pending';
  return action ? actions[action].forms : 'unchanged';
}

/**
 * Returns the opinion for the draft. The text of an action that asks others is its reason and in the trace;
 * other input of the bar is stored.
 */
function draftOpinionOf(input: HandleInput): string {
  return input.handlerOperation === '5' ? input.stagedOpinion : '';
}

/** Withdraws the last step (action 6 of the last handler). */
export function withdraw(
  caller: Caller,
  order: OrderForAction,
  task: Task,
  { reason }: { reason: string },
): Promise<AnswerText | RefusalOf<typeof handling.withdraw>> {
  return act(caller, withoutForms(order, { action: 'withdraw', taskId: task.id, reason }));
}

/** Recalls the whole order for its initiator; a resubmitted order may be recalled again. */
export function recall(
  caller: Caller,
  order: OrderForAction,
  { reason }: { reason: string },
): Promise<AnswerText | RefusalOf<typeof handling.withdraw>> {
  return act(caller, withoutForms(order, { action: 'recall', reason }));
}

/** Reassigns an open task (by the matter administrator, or a leader within their own organisation). */
export async function reassign(
  caller: Caller,
  order: OrderForAction,
  task: Task,
  { candidate, reason }: { candidate: string; reason: string },
): Promise<AnswerText | RefusalOf<typeof handling.reassign>> {
  const command = { action: 'reassign', taskId: task.id, key: candidate, reason } as const;
  const answer = await act(caller, withoutForms(order, command));
  return isRefusal(answer) ? withFields(answer, (field) => (field === 'key' ? 'candidate' : field)) : answer;
}

/** Copies the order to others, who read it and never act on it (抄送); it stays at its node. */
export function copy(
  caller: Caller,
  order: OrderForAction,
  task: Task,
  { receivers, reason }: { receivers: readonly string[]; reason: string },
): Promise<AnswerText | RefusalOf<typeof handling.reassign>> {
  return act(
    caller,
    withoutForms(order, { action: 'copy', taskId: task.id, keys: receivers, note: reason.trim() }),
  );
}

/** Adds a reading note to a copy (阅办意见); the order stays at its node. */
export function leaveNote(
  caller: Caller,
  order: OrderForAction,
  { note }: { note: string },
): Promise<AnswerText | RefusalOf<typeof handling.reassign>> {
  return act(caller, withoutForms(order, { action: 'leaveNote', note: note.trim() }));
}

/**
 * Adds later materials to the order (补充材料), which stays at its node. Returns whether others were notified.
 */
export async function addPapers(
  caller: Caller,
  order: OrderForAction,
  { note, fileList }: { note: string; fileList?: SubmittedFiles },
): Promise<AnswerText | RefusalOf<typeof handling.addPapers>> {
  const fileIds = fileIdsOf(fileList);
  const command = { action: 'addPapers', papers: fileIds.length, note: note.trim() } as const;
  const { peopleOf } = await currentDirectory(caller.context.db);
  const ownKey = staffKey(caller.actor.staffId);
  return act(caller, {
    ...withoutForms(order, command),
    fileIds,
    requiresNewFiles: true,
    answer: (done) => {
      const keys = openTasks(done.stateAfter).flatMap(({ candidates }) => candidates);
      const notifiesOthers = peopleOf(keys).some(({ key }) => key !== ownKey);
      return writeResult(
        done,
        [],
        notifiesOthers ? addedPapersText.notified : addedPapersText.notifiedNobody,
      );
    },
  });
}

function withoutForms(order: OrderForAction, command: Command): ActionRequest {
  return { order, command: () => command, forms: null, answer: writeResult };
}
