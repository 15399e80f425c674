import { ActionPreviewInput } from '#contract/action-preview.ts';
import type { BatchTask, batch } from '#contract/batch.ts';
import type { InputOf, OutputOf } from '#contract/endpoint.ts';
import type { Actor } from '#domain/access/actor.ts';
import { minuteText } from '#domain/calendar/local-date.ts';
import { isRefusal, type Problem, type Refusal, refusalRow } from '#domain/refusals/refusals.ts';
import { alwaysEndsOrder } from '#domain/workflow/action-preview.ts';
import { activeNodeIds, visitsWithPendingForms } from '#domain/workflow/actions/queries.ts';
import { availableActions, type ButtonMeaning, meaningOf } from '#domain/workflow/available-actions.ts';
import { batchReason, isBatchable } from '#domain/workflow/batch.ts';
import type { NodeButton, Task } from '#domain/workflow/model/model.ts';
import type { Context } from '#server/framework/context.ts';
import { readOrderReference } from '#server/framework/routing/order-reference.ts';
import { asReader, type ReadableOrder, readOrder } from '#server/modules/cases/work-orders/service.ts';
import { evaluateCondition } from '#server/modules/design/processes/service.ts';
import { currentDirectory } from '#server/modules/organisation/organisations/service.ts';
import { hasPendingForms, listTracesWithDraft } from '../forms/task-drafts.queries.ts';
import { taskForAction } from '../reading/dialog-data.ts';
import { previewWithForms } from './action-preview.ts';

/** Number of tasks that are checked in parallel; a batch must not occupy all database connections. */
const parallelChecks = 4;

/**
 * Checks, task by task and by the rules of the single action, which tasks can be handled in a batch; returns
 * the reason for each that cannot.
 */
export async function checkBatch(
  context: Context,
  actor: Actor,
  { traceIds }: InputOf<typeof batch.check>['body'],
): Promise<OutputOf<typeof batch.check>> {
  const uniqueIds = [...new Set(traceIds)];
  const tracesWithDraft = await listTracesWithDraft(context.db, actor.staffId);
  const rows: BatchTask[] = [];
  for (let offset = 0; offset < uniqueIds.length; offset += parallelChecks) {
    const batchIds = uniqueIds.slice(offset, offset + parallelChecks);
    rows.push(
      ...(await Promise.all(batchIds.map((traceId) => checkTask(context, actor, traceId, tracesWithDraft)))),
    );
  }
  return { rows, checkedAt: context.now().toISOString() };
}

async function checkTask(
  context: Context,
  requester: Actor,
  traceId: string,
  tracesWithDraft: ReadonlySet<string>,
): Promise<BatchTask> {
  const unknown = { traceId, task: null, reason: refusalRow.notFound.text, buttons: [] };
  const named = readOrderReference({ traceId });
  const readableOrder = named && (await readOrder(context, requester, named));
  if (!readableOrder || isRefusal(readableOrder)) return unknown;
  const actor = asReader(requester, readableOrder);
  const task = readableOrder.order.state.tasks[(readableOrder.trace ?? 0) - 1];
  if (!task) return unknown;
  const { order, definition, process } = readableOrder;
  const node = definition.nodes[task.nodeId];
  const taskRow = {
    workorderId: order.id,
    workorderCode: order.code,
    kind: `${process.key}.${task.nodeId}`,
    flowNodeName: node?.name ?? '',
  };
  const refusal = taskForAction(actor, readableOrder, task);
  if (isRefusal(refusal))
    return { traceId, task: taskRow, reason: refusalReason(readableOrder, task, refusal), buttons: [] };
  if (tracesWithDraft.has(traceId))
    return { traceId, task: taskRow, reason: batchReason.staged, buttons: [] };
  const visits = visitsWithPendingForms(order.state, task).map(({ id }) => id);
  if (visits.length > 0 && (await hasPendingForms(context.db, order.id, visits)))
    return { traceId, task: taskRow, reason: batchReason.pendingValues, buttons: [] };
  const { addressee } = await currentDirectory(context.db);
  const bar = availableActions(order.state, definition, actor, addressee).bars.find(
    ({ taskId, opType }) => opType === 1 && taskId === task.id,
  );
  const buttons = [];
  const decisionContext = { definition, actor, now: context.now(), evaluateCondition };
  const documents = await context.documents.documentsByButton({
    taskCode: order.task_code,
    nodeId: task.nodeId,
  });
  if (Object.keys(documents).length > 0) context.documents.makeReady();
  for (const button of bar?.buttons ?? []) {
    const meaning = node && meaningOf(button, node);
    const ends = alwaysEndsOrder(order.state, { taskId: task.id, buttonId: button.id }, decisionContext);
    if (!meaning || !isBatchable(meaning) || ends) continue;
    const buttonDocuments = documents[button.id] ?? [];
    const checkedButton = await checkButton(context, actor, readableOrder, task, { button, meaning });
    buttons.push({
      ...checkedButton,
      makesDocuments: buttonDocuments.length > 0,
      numbersDocuments: buttonDocuments.some(({ template }) => template?.numbering !== undefined),
    });
  }
  return { traceId, task: taskRow, reason: buttons.length > 0 ? null : batchReason.noButton, buttons };
}

/** Returns the reason against the task: the person who handled it first, or the current node of the order. */
function refusalReason({ order, definition }: ReadableOrder, task: Task, { refused }: Refusal): string {
  const { state } = order;
  if (refused === 'taskAlreadyHandled' && task.finishedBy && task.finishedAt) {
    if (state.tasks.some(({ outcome, nodeId }) => outcome === null && nodeId === definition.startId))
      return '已退回发起人，等待重新提交';
    if (task.outcome === 'handled')
      return `${task.finishedBy.name} ${minuteText(new Date(task.finishedAt))} 已办理该环节`;
    const names = activeNodeIds(state).map((id) => definition.nodes[id]?.name ?? '');
    return names.length > 0 ? `该环节已关闭，办件现在“${names.join('、')}”环节` : refusalRow.orderEnded.text;
  }
  return refusalRow[refused].text;
}

async function checkButton(
  context: Context,
  actor: Actor,
  readableOrder: ReadableOrder,
  task: Task,
  { button, meaning }: { button: NodeButton; meaning: ButtonMeaning },
): Promise<Omit<BatchTask['buttons'][number], 'makesDocuments' | 'numbersDocuments'>> {
  const { id, code, name } = button;
  const input = ActionPreviewInput.parse({ workorderId: readableOrder.order.id, buttonId: id });
  const preview = await previewWithForms(context, actor, readableOrder, task, input);
  const buttonRow = {
    id,
    code,
    name,
    needsOpinion: meaning.needsOpinion,
    nextNodeNames: '',
    undoable: false,
  };
  if (isRefusal(preview)) {
    const { refused, message, problems = [] } = preview;
    const reason = problems.length > 0 ? joinMessages(problems) : (message ?? refusalRow[refused].text);
    return { ...buttonRow, reason };
  }
  const { outcome, checkForms } = preview;
  const formProblems = await checkForms();
  if (isRefusal(formProblems)) return { ...buttonRow, reason: refusalRow[formProblems.refused].text };
  if (formProblems.length > 0) return { ...buttonRow, reason: `表单${joinMessages(formProblems)}` };
  if (outcome === null) return { ...buttonRow, reason: batchReason.needsChoice };
  if (outcome.ends) return { ...buttonRow, reason: batchReason.ends };
  const nextNodeNames = [...new Set(outcome.opens.map(({ flowNodeName }) => flowNodeName))].join('、');
  return { ...buttonRow, reason: null, nextNodeNames, undoable: outcome.undo === 'withdraw' };
}

const maxShownProblems = 3;

function joinMessages(problems: readonly Problem[]): string {
  const messages = problems.slice(0, maxShownProblems).map(({ message }) => message);
  const more = problems.length > maxShownProblems ? `等 ${problems.length} 处` : '';
  return `：${messages.join('；')}${more}`;
}
