import type { askingOthers } from '#contract/asking-others.ts';
import type { AssigneeEntry } from '#contract/asking-others-fields.ts';
import type { RefusalOf } from '#contract/endpoint.ts';
import type { SubmittedFiles } from '#contract/handle-input.ts';
import type { SubmittedForm } from '#contract/submitted-form.ts';
import type { Actor } from '#domain/access/actor.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import { isCandidateFor } from '#domain/substitutes/substitution.ts';
import type { Command } from '#domain/workflow/actions/registry.ts';
import { countersignableTask } from '#domain/workflow/actions/start-countersign.ts';
import { createBuilder } from '#domain/workflow/decision/builder.ts';
import { earlierHandlers as earlierHandlersOf } from '#domain/workflow/decision/earlier-handlers.ts';
import type { OrderState, Task } from '#domain/workflow/model/model.ts';
import type { Panel } from '#domain/workflow/model/panel.ts';
import { isHandledBy } from '#domain/workflow/state/outcomes.ts';
import { panelOfTask } from '#domain/workflow/state/panels.ts';
import type { Context } from '#server/framework/context.ts';
import type { AnswerText } from '#server/kernel/http/envelope.ts';
import type { ReadableOrder } from '#server/modules/cases/work-orders/service.ts';
import { currentDirectory } from '#server/modules/organisation/organisations/service.ts';
import { act, type Caller } from '../acting/act.ts';
import { writeResult } from '../acting/present.ts';
import { fileIdsOf } from '../attachments/opinion-files.ts';
import { type NoticeBlocks, noticeOf, type SubmissionNotice } from '../notices/notice-block.ts';
import type { OrderForAction } from '../order/access.ts';
import { additionalSeats, fieldOfSeats } from '../order/seat-requests.ts';
import { decisionContextOf, negativeAnswer, taskForAction } from '../reading/dialog-data.ts';
import { problemsOfEntries, withFields } from '../reading/wire.ts';

/** Calls about the people who are asked at a task, which the specification does not define (docs/decisions/0094). */

type Answer = AnswerText | RefusalOf<typeof askingOthers.sign>;
type OpinionInput = Partial<NoticeBlocks> & { opinion: string; fileList?: SubmittedFiles };
type EarlierHandlerInput = { candidate: string; workorderForms: readonly SubmittedForm[] };

/** Submits the opinion of a signer, or of a delegate who returns the task. */
export function sign(
  caller: Caller,
  order: OrderForAction,
  task: Task,
  input: OpinionInput,
): Promise<Answer> {
  return submitOpinion(caller, order, task, input, 'sign');
}

/** Submits the opinion of an earlier handler who was asked again. */
export function submitToHandler(
  caller: Caller,
  order: OrderForAction,
  task: Task,
  input: OpinionInput,
): Promise<Answer> {
  return submitOpinion(caller, order, task, input, 'submitToHandler');
}

async function submitOpinion(
  caller: Caller,
  order: OrderForAction,
  task: Task,
  input: OpinionInput,
  action: 'sign' | 'submitToHandler',
): Promise<Answer> {
  const { opinion, fileList } = input;
  const notice = await noticeOf(caller, order, task, input);
  return writeCommand(caller, order, () => ({ action, taskId: task.id, opinion }), { fileList, notice });
}

/** Asks a person again who handled the node before. */
export async function returnToHandler(
  caller: Caller,
  order: OrderForAction,
  task: Task,
  input: OpinionInput & EarlierHandlerInput,
): Promise<Answer> {
  const { opinion, candidate, fileList, workorderForms } = input;
  const answer = await act(caller, {
    order,
    command: () => ({ action: 'returnToHandler', taskId: task.id, key: candidate, opinion }),
    forms: workorderForms,
    remainingDraft: { opinion: '' },
    fileIds: fileIdsOf(fileList),
    notice: await noticeOf(caller, order, task, input, [candidate]),
    answer: writeResult,
  });
  return renameFields(answer, (field) => (field.startsWith('seats') ? 'candidate' : field));
}

/** Cancels the countersign that runs at the caller's task. */
export function callOffCountersign(
  caller: Caller,
  order: OrderForAction,
  task: Task,
  { reason }: { reason: string },
): Promise<Answer> {
  return writeCommand(caller, order, ({ state }) => {
    const panel = runningCountersign(state, task);
    return panel
      ? { action: 'callOffCountersign', panelId: panel.id, reason }
      : refuseWithoutPanel(caller, task);
  });
}

/** Asks more people in the countersign that runs at the caller's task. */
export async function addToCountersign(
  caller: Caller,
  order: OrderForAction,
  task: Task,
  { countersignList, reason }: { countersignList: readonly AssigneeEntry[]; reason: string },
): Promise<Answer> {
  const request = { countersignList, reason, action: 'addToCountersign' } as const;
  return addPeople(caller, order, task, request, (state) => runningCountersign(state, task));
}

/** Asks more people to sign, before or after the caller's task. */
export async function addToSigners(
  caller: Caller,
  order: OrderForAction,
  task: Task,
  { panelId, ...rest }: { panelId: number; countersignList: readonly AssigneeEntry[]; reason: string },
): Promise<Answer> {
  const request = { ...rest, action: 'addToSigners' } as const;
  return addPeople(caller, order, task, request, (state) => panelOfTask(state, task, panelId));
}

async function addPeople(
  caller: Caller,
  order: OrderForAction,
  task: Task,
  request: {
    action: 'addToCountersign' | 'addToSigners';
    countersignList: readonly AssigneeEntry[];
    reason: string;
  },
  find: (state: OrderState) => Panel | undefined,
): Promise<Answer> {
  const { action, countersignList, reason } = request;
  const { addressee } = await currentDirectory(caller.context.db);
  const { seats, entryIndexes } = additionalSeats(countersignList, addressee);
  const answer = await writeCommand(caller, order, ({ state }) => {
    const panel = find(state);
    if (panel === undefined) return refuseWithoutPanel(caller, task);
    const problems = problemsOfEntries(countersignList);
    return problems.length > 0
      ? refuse('badInput', { problems })
      : { action, panelId: panel.id, seats, reason };
  });
  return renameFields(answer, (field) => fieldOfSeats(field, entryIndexes) ?? field);
}

/** Removes a person whom the caller has asked. */
export function removeSigner(
  caller: Caller,
  order: OrderForAction,
  task: Task,
  { panelId, seat, reason }: { panelId: number; seat: number; reason: string },
): Promise<Answer> {
  return writeCommand(caller, order, ({ state }) => {
    return panelOfTask(state, task, panelId)
      ? { action: 'removeSigner', panelId, seat, reason }
      : refuseWithoutPanel(caller, task);
  });
}

function writeCommand(
  caller: Caller,
  order: OrderForAction,
  command: (order: {
    state: OrderState;
  }) => Command | Refusal<'taskAlreadyHandled' | 'notYourTask' | 'badInput'>,
  { fileList, notice = null }: { fileList?: SubmittedFiles; notice?: SubmissionNotice | null } = {},
): Promise<Answer> {
  const fileIds = fileIdsOf(fileList);
  return act(caller, { order, command, forms: null, fileIds, notice, answer: writeResult });
}

function renameFields(answer: Answer, fieldName: (field: string) => string): Answer {
  return isRefusal(answer) ? withFields(answer, fieldName) : answer;
}

/**
 * Refuses a task that started no running panel; a person who does not participate gets no other information.
 */
function refuseWithoutPanel({ actor }: Caller, task: Task) {
  const isOwn = isHandledBy(task, actor.staffId) || isCandidateFor(actor, task);
  return isOwn ? refuse('taskAlreadyHandled', { message: '会签或加签已结束' }) : refuse('notYourTask');
}

/** Returns the undecided countersign that was started from the task. */
export function runningCountersign(state: OrderState, task: Pick<Task, 'id'>): Panel | undefined {
  return state.panels.find(
    ({ kind, byTaskId, outcome }) => kind === 'countersign' && byTaskId === task.id && outcome === null,
  );
}

/**
 * Returns the people who did the node before and may be asked again, for a person who may act on its task.
 */
export function earlierHandlers(actor: Actor, order: ReadableOrder, namedTask: Task) {
  const openTask = taskForAction(actor, order, namedTask);
  if (isRefusal(openTask)) return openTask;
  return {
    rows: earlierHandlersOf(openTask.state, openTask.task, actor).map(({ key, person, at }) => ({
      candidate: key,
      name: person.name,
      orgName: person.orgName,
      at,
    })),
  };
}

/** Checks whether this person may start a countersign on the task now (S1 §7), like the start itself. */
export async function countersignCheck(
  context: Context,
  actor: Actor,
  order: ReadableOrder,
  namedTask: Task,
) {
  const openTask = taskForAction(actor, order, namedTask);
  if (isRefusal(openTask)) return negativeAnswer(openTask);
  const { decisionContext } = await decisionContextOf(context, actor, openTask, []);
  const task = countersignableTask(createBuilder(openTask.state, decisionContext), openTask.task.id);
  return isRefusal(task) ? negativeAnswer(task) : { flag: true, msg: '' };
}
