import type { CommentInput, comments } from '#contract/comments.ts';
import type { RefusalOf } from '#contract/endpoint.ts';
import type { HandleInput } from '#contract/handle-input.ts';
import type { Actor } from '#domain/access/actor.ts';
import { WorkOrderStatus } from '#domain/enumerations/work-order-status.ts';
import { isRefusal, type Problem, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import { isCandidateFor } from '#domain/substitutes/substitution.ts';
import { isBlank } from '#domain/texts/characters.ts';
import { handleAction } from '#domain/workflow/actions/handle.ts';
import { returnAction } from '#domain/workflow/actions/return.ts';
import { returnTargets } from '#domain/workflow/decision/return-targets.ts';
import type { Task, UserTaskNode } from '#domain/workflow/model/model.ts';
import type { AnswerText } from '#server/kernel/http/envelope.ts';
import type { DocumentCall } from '#server/modules/cases/documents/service.ts';
import { currentDirectory, type Directory } from '#server/modules/organisation/organisations/service.ts';
import type { Caller } from './acting/act.ts';
import type { OrderForAction } from './order/access.ts';
import { withFields } from './reading/wire.ts';
import { handle } from './service.ts';

/**
 * Processes the comments post (S1 §7) like a submission of the handler bar, by the same function, so that
 * permissions, checks, key and audit record are the same. See docs/decisions/0058.
 */
export async function postComment(
  caller: Caller & Partial<Pick<DocumentCall, 'origin'>>,
  order: OrderForAction,
  task: Task,
  comment: CommentInput,
): Promise<AnswerText | RefusalOf<typeof comments.post>> {
  const directory = await currentDirectory(caller.context.db);
  const submission = submissionOf(caller.actor, order, task, comment, directory);
  if (isRefusal(submission)) return submission;
  const answer = await handle(caller, order, task, submission);
  return isRefusal(answer) ? withFields(answer, fieldOfComment) : answer;
}

/** Fields of a submission that have another name in the comments post. */
const fieldsOfComment: Readonly<Record<string, string>> = {
  handlerOpinion: 'caseText',
  fileList: 'workorderDocIdList',
};

const fieldOfComment = (field: string) => fieldsOfComment[field] ?? field;

function submissionOf(
  actor: Actor,
  { id, state, definition }: OrderForAction,
  task: Task,
  comment: CommentInput,
  directory: Directory,
): HandleInput | Refusal<'actionNotAllowed' | 'badInput' | 'returnNotAllowed'> {
  const node = definition.nodes[task.nodeId];
  if (node?.kind !== 'userTask') return refuse('actionNotAllowed');
  const isReturn = comment.isMaterialCirculationReturn;
  // A person without the task gets the action's own refusal, and no data of the node.
  const isOpen = task.outcome === null && isCandidateFor(actor, task);
  const problems: Problem[] = [];
  const button = chosenButton(node, isReturn ? returnAction.buttonCode : handleAction.buttonCode, comment);
  if (button === 'unclear') problems.push({ field: 'buttonId', message: '该环节有多个办理按钮，请指明其一' });
  const window = windowOf(actor, node, comment.widnowId);
  if (window === 'wrongNode') problems.push({ field: 'widnowId', message: '仅收件环节可填写办理窗口' });
  else if (window === 'notOwn') problems.push({ field: 'widnowId', message: '请填写本人所在的办理窗口' });
  if (isOpen && problems.length > 0) return refuse('badInput', { problems });

  // Other texts are no opinion: a required opinion is reported as missing, as in the handler bar.
  const isOpinionMissing = (isReturn || node.opinionRequired) && isBlank(comment.caseText);
  const common = {
    workorderId: id,
    workorderTraceId: `${id}.${task.id}`,
    handlerOpinion: isOpinionMissing
      ? ''
      : [
          comment.caseText,
          isBlank(comment.remark) ? '' : `备注：${comment.remark.trim()}`,
          window === undefined ? '' : `办理窗口：${directory.nameOf(window)}`,
        ]
          .filter((line) => !isBlank(line))
          .join('\n'),
    fileList: comment.workorderDocIdList.map((docId) => ({ id: docId })),
    buttonId: button,
    workorderForms: comment.forms.map(({ id: formId, content }) => ({ formId, content })),
  };
  if (isOpen && isReturn) {
    const [last] = returnTargets(state, definition, task.id);
    if (!last) return refuse('returnNotAllowed');
    const backWay = node.returns.ways[0] ?? 'replay';
    return { ...common, handlerOperation: '2', backNodeIds: last.nodeId, backWay };
  }
  return { ...common, handlerOperation: '1', procInsNodeUserReqModel: [], branchProcessingNodeId: '' };
}

/**
 * Returns the given button, else the only one of its kind; empty if the node has none, which the action
 * refuses.
 */
function chosenButton(
  { buttons }: UserTaskNode,
  code: string | undefined,
  { buttonId }: Pick<CommentInput, 'buttonId'>,
): string | 'unclear' {
  if (buttonId !== '') return buttonId;
  const [only, ...more] = buttons.filter(
    (button) => button.code === code && button.state === 1 && button.opType === 1,
  );
  return more.length > 0 ? 'unclear' : (only?.id ?? '');
}

/** Returns the window's candidate key; undefined if none was given. */
function windowOf(
  { keys }: Actor,
  { stage }: UserTaskNode,
  windowId: string,
): string | undefined | 'wrongNode' | 'notOwn' {
  if (windowId.trim() === '') return undefined;
  if (stage !== WorkOrderStatus.awaitingReceipt) return 'wrongNode';
  const key = `window:${windowId.trim()}`;
  return keys.includes(key) ? key : 'notOwn';
}
