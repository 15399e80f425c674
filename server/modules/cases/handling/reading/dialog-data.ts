import type { SubmittedForm } from '#contract/submitted-form.ts';
import type { Actor } from '#domain/access/actor.ts';
import { isRefusal, type Refusal, refusalRow, refuse } from '#domain/refusals/refusals.ts';
import { isCandidateFor } from '#domain/substitutes/substitution.ts';
import { mayPerform } from '#domain/workflow/actions/registry.ts';
import { availableActions, resubmitButton } from '#domain/workflow/available-actions.ts';
import { returnTargets } from '#domain/workflow/decision/return-targets.ts';
import type { DecisionContext, OrderState, ProcessDefinition, Task } from '#domain/workflow/model/model.ts';
import { type NextUserTask, nextUserTasks } from '#domain/workflow/next-user-tasks.ts';
import { votingSeat } from '#domain/workflow/slots/shared-seats.ts';
import { isActionable } from '#domain/workflow/state/panels.ts';
import type { Context } from '#server/framework/context.ts';
import { orderFacts } from '#server/modules/cases/decisions/service.ts';
import type { ReadableOrder } from '#server/modules/cases/work-orders/service.ts';
import {
  factsOf,
  type MergeContext,
  type MergedForms,
  mergeForms,
  ruleValuesOf,
} from '#server/modules/design/forms/service.ts';
import { evaluateCondition, findPublishedProcess } from '#server/modules/design/processes/service.ts';
import {
  createRuleResults,
  createRuleRunner,
  type RuleResults,
  type RuleRunner,
} from '#server/modules/design/rules/service.ts';
import { currentHolidays } from '#server/modules/organisation/holidays/service.ts';
import {
  currentDirectory,
  type Directory,
  directoryNames,
} from '#server/modules/organisation/organisations/service.ts';
import { noFiles } from '#server/modules/records/files/service.ts';

import { openForms } from '../forms/fill-forms.ts';
import { pendingValuesAt } from '../forms/pending-values.ts';
import { listOrderForms } from '../order/order.queries.ts';
import { listOf } from './wire.ts';

interface TaskForAction {
  orderId: string;
  state: OrderState;
  definition: ProcessDefinition;
  task: Task;
  facts: Record<string, unknown>;
}

/** Returns the task if the actor may act on it now; all data of the action dialogs is read after this check. */
export function taskForAction(
  actor: Actor,
  { order, definition }: ReadableOrder,
  task: Task,
): TaskForAction | Refusal<'taskAlreadyHandled' | 'notYourTask' | 'forbidden'> {
  if (task.outcome !== null) return refuse('taskAlreadyHandled');
  if (!isCandidateFor(actor, task)) return refuse('notYourTask');
  if (!mayPerform(actor, task.nodeId === definition.startId ? 'resubmit' : 'handle'))
    return refuse('forbidden');
  return { orderId: order.id, state: order.state, definition, task, facts: factsOfOrder(order) };
}

/** Returns the facts of the order itself for conditions. */
export function factsOfOrder(order: ReadableOrder['order']) {
  return orderFacts({ taskCode: order.task_code, areaCode: order.area_code, title: order.title });
}

export const presentNode = ({ nodeId, nodeName }: { nodeId: string; nodeName: string }) => ({
  flowNodeId: nodeId,
  flowNodeName: nodeName,
});

export function returnNodes(actor: Actor, order: ReadableOrder, namedTask: Task) {
  const openTask = taskForAction(actor, order, namedTask);
  if (isRefusal(openTask)) return openTask;
  const { state, definition, task } = openTask;
  const node = definition.nodes[task.nodeId];
  return {
    rows: returnTargets(state, definition, task.id).map((target) => ({
      ...presentNode(target),
      handlerName: target.lastHandlers.map(({ name }) => name).join('、'),
      visits: target.visits,
    })),
    ways: node?.kind === 'userTask' ? [...node.returns.ways] : [],
  };
}

/**
 * Returns the next user tasks if the task is handled in this way with the stored forms, with the people who
 * would get them.
 */
export async function nextNodeUsers(
  context: Context,
  actor: Actor,
  order: ReadableOrder,
  namedTask: Task,
  request: { buttonId: string; branchProcessingNodeId: string },
) {
  const openTask = taskForAction(actor, order, namedTask);
  if (isRefusal(openTask)) return openTask;
  const { decisionContext, directory, rules } = await decisionContextOf(context, actor, openTask, []);
  const branchNodeIds = listOf(request.branchProcessingNodeId);
  const handling = {
    taskId: openTask.task.id,
    buttonId: request.buttonId,
    ...(branchNodeIds.length > 0 ? { branchNodeIds } : {}),
  };
  const next = await rules.settle(() => nextUserTasks(openTask.state, handling, decisionContext));
  if (isRefusal(next)) return next;
  return {
    rows: next.map((node) => ({
      ...presentNode(node),
      naming: node.naming,
      candidates: defaultHandlersAt(node, directory),
    })),
  };
}

/** Returns the context of a decision, and the forms as they would be after the submission. */
export async function decisionContextOf(
  context: Context,
  actor: Actor,
  { definition, state, task, orderId, facts }: TaskForAction,
  submitted: readonly SubmittedForm[],
  pressed: Pick<MergeContext, 'pressed'> = {},
): Promise<{
  decisionContext: DecisionContext;
  directory: Directory;
  merged: MergedForms;
  /** Executes the rules of fields and buttons. */
  runner: RuleRunner;
  /** Results of the rules that conditions read: every decision with the context is made by `settle`. */
  rules: RuleResults;
}> {
  const directory = await currentDirectory(context.db);
  const now = context.now();
  const storedForms = await listOrderForms(context.db, orderId);
  const [openedForms, deletedForms] = await Promise.all([
    openForms(
      context,
      storedForms.filter((form) => !form.deleted),
    ),
    openForms(
      context,
      storedForms.filter((form) => form.deleted),
    ),
  ]);
  // Nothing is stored here, so the details of the files do not matter.
  const pendingValues = await pendingValuesAt(
    { context, actor },
    { id: orderId, state },
    task,
    openedForms,
    submitted,
  );
  const { crypto } = context;
  const { nodeId, openedAt: taskOpenedAt } = task;
  const directoryName = directoryNames(directory);
  const mergeContext = {
    definition,
    nodeId,
    taskOpenedAt,
    now,
    crypto,
    files: noFiles,
    directoryName,
    holidays: await currentHolidays(context.db),
    pending: pendingValues,
    ...pressed,
  };
  const merged = mergeForms(openedForms, submitted, mergeContext);
  const { forms } = merged;
  // As in the action: deleted forms are not filled in, but conditions still read them.
  const readForms = [...forms, ...deletedForms];
  const runner = createRuleRunner(context, actor.staffId);
  const rules = createRuleResults(runner, () => ruleValuesOf(readForms));
  const decisionContext: DecisionContext = {
    definition,
    actor,
    now,
    facts: factsOf(readForms, { order: facts }),
    evaluateCondition: (expression, values, spend) =>
      evaluateCondition(expression, values, spend, rules.find),
    addressee: directory.addressee,
  };
  return { decisionContext, directory, merged, runner, rules };
}

/**
 * Returns the people who get the task by default; if handlers may be named, only those who may be, and the
 * people of a restriction.
 */
export function defaultHandlersAt(node: NextUserTask, directory: Directory): { key: string; name: string }[] {
  const defaultHandlers = node.candidates.map((key) => ({ key, name: directory.nameOf(key) }));
  if (node.naming === 'nobody') return defaultHandlers;
  const people = node.naming === 'candidates' ? directory.peopleOf(node.candidates) : [];
  const handlersByKey = new Map([...defaultHandlers, ...people].map(({ key, name }) => [key, { key, name }]));
  return [...handlersByKey.values()].filter(({ key }) => node.mayBeNamed(key));
}

/**
 * Checks that the person can handle the task now, before a long form is filled in (S1 §7): it is open and the
 * person's own, waits for no other person, and at a seat of a countersign the person has a vote.
 */
export async function handleCheck(context: Context, actor: Actor, order: ReadableOrder, namedTask: Task) {
  const { definition } = order;
  const { state } = order.order;
  const { addressee } = await currentDirectory(context.db);
  const seat = votingSeat({ state, context: { definition, addressee } }, namedTask, actor);
  if (isRefusal(seat)) return negativeAnswer(seat);
  const openTask = taskForAction(actor, order, seat);
  if (isRefusal(openTask))
    return negativeAnswer(
      refuse(openTask.refused === 'taskAlreadyHandled' ? 'taskAlreadyHandled' : 'notYourTask'),
    );
  return isActionable(state, seat) ? { flag: true, msg: '' } : negativeAnswer(refuse('taskHeld'));
}

/** Returns the negative answer of a check, with the text of the refusal. */
export function negativeAnswer({ refused, message }: Refusal) {
  return { flag: false, msg: message ?? refusalRow[refused].text };
}

/**
 * Returns whether this person may withdraw a step, and which; for an order that was returned to its
 * initiator, the trace to resubmit (S1 §4).
 */
export function revokeCheck(actor: Actor, { order, definition }: ReadableOrder) {
  const { withdrawableTaskIds, bars } = availableActions(order.state, definition, actor);
  const latest = withdrawableTaskIds.at(-1);
  const resubmitTaskId = bars.find(({ buttons }) => buttons.includes(resubmitButton))?.taskId;
  const taskId = latest ?? resubmitTaskId;
  return {
    flag: latest !== undefined,
    withdrawTraceId: taskId === undefined ? null : `${order.id}.${taskId}`,
  };
}

/**
 * Returns the buttons of a node in its definition (GET getHadleCurNodeButton); the detail page returns which
 * of them apply now.
 */
export async function nodeButtons(context: Context, query: { flowNodeId: string; defId: string }) {
  const process = await findPublishedProcess(context.db, query.defId);
  const node = process?.definition.nodes[query.flowNodeId];
  if (node?.kind !== 'userTask') return refuse('notFound');
  return {
    rows: node.buttons.filter(({ state }) => state === 1).sort((left, right) => left.order - right.order),
  };
}
