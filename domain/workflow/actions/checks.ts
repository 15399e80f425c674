/** Checks that several actions share. */

import { problemOfOpinion, problemOfReason } from '../../opinions/opinion.ts';
import { isRefusal, type Problem, refuse } from '../../refusals/refusals.ts';
import { isCandidateFor } from '../../substitutes/substitution.ts';
import { isBlank } from '../../texts/characters.ts';
import type { Action } from '../decision/action.ts';
import { type DecisionBuilder, nodeOf } from '../decision/builder.ts';
import type { DecisionRefusal } from '../model/decision-refusals.ts';
import type { NodeButton, Task, UserTaskNode } from '../model/model.ts';
import type { Panel, SlotKind } from '../model/panel.ts';
import { messageOfSeat, votingSeat } from '../slots/shared-seats.ts';
import { isActionable, isStarter, openPanelsAt } from '../state/panels.ts';
import { recordThatBlocks, textOfOpenRecord } from '../state/records.ts';

/** Kinds of slots in which the node's own work is done, with the buttons of the node. */
export const workKinds: readonly SlotKind[] = ['main', 'instance'];
/** Every kind of slot: a person with such a task may ask others or pass it on. */
export const allKinds: readonly SlotKind[] = [
  ...workKinds,
  'before',
  'after',
  'countersign',
  'delegate',
  'returned',
];

/**
 * Returns the open task of these kinds that the actor may act on. A finished or unknown task is refused with
 * 该环节已被办理, so that the second of two handlers learns the reason; a task that waits for others, or that an open
 * side record blocks, has a refusal of its own.
 */
export function openTaskOf(
  builder: DecisionBuilder,
  taskId: number,
  kinds = workKinds,
  { ignoresRecords }: Pick<Action, 'ignoresRecords'> = {},
): Task | DecisionRefusal {
  const task = builder.state.tasks[taskId - 1];
  if (task === undefined || task.outcome !== null) return refuse('taskAlreadyHandled');
  if (!isCandidateFor(builder.context.actor, task)) return refuse('notYourTask');
  if (!isActionable(builder.state, task)) return refuse('taskHeld');
  if (!kinds.includes(task.kind)) return refuse('actionNotAllowed');
  const record = ignoresRecords ? undefined : recordThatBlocks(builder.state, task);
  return record === undefined
    ? task
    : refuse('recordOpen', { message: `${textOfOpenRecord(record)}尚未了结，暂不能办理本环节` });
}

/**
 * Returns the actor's task from which others may be asked or the task handed over: the node's definition must
 * have the action's button, whatever slot the actor has. At the start node no person can be asked, because it
 * has no buttons.
 */
export function taskWithRequestButton(
  builder: DecisionBuilder,
  taskId: number,
  kinds: readonly SlotKind[],
  { buttonCode, ignoresRecords }: Pick<Action, 'buttonCode' | 'ignoresRecords'>,
): Task | DecisionRefusal {
  const task = openTaskOf(builder, taskId, kinds, { ignoresRecords });
  if (isRefusal(task)) return task;
  // Only the person who may vote for this seat may pass it on.
  const seat = votingSeat(builder, task, builder.context.actor);
  if (isRefusal(seat)) return seat;
  if (seat !== task) return refuse('notYourTask', { message: messageOfSeat.ownSeat });
  const node = nodeOf(builder.context.definition, task.nodeId);
  const isOffered =
    node.kind === 'userTask' &&
    node.buttons.some(({ code, state, opType }) => code === buttonCode && state === 1 && opType === 1);
  return isOffered ? task : refuse('actionNotAllowed');
}

/** Returns the open panel that the actor has started. */
export function ownPanel(
  builder: DecisionBuilder,
  panelId: number,
  kinds: readonly SlotKind[],
): Panel | DecisionRefusal {
  const panel = builder.state.panels[panelId - 1];
  if (panel === undefined || !openPanelsAt(builder.state, panel.tokenId).includes(panel)) {
    return refuse('taskAlreadyHandled');
  }
  if (!isStarter(builder.state, panel, builder.context.actor)) return refuse('notYourTask');
  return kinds.includes(panel.kind) ? panel : refuse('actionNotAllowed');
}

/** Returns the actor's task of a node's own work, with the enabled button of the node for the action. */
export function taskWithButton(
  builder: DecisionBuilder,
  { taskId, buttonId }: { taskId: number; buttonId: string },
  { buttonCode, ignoresRecords }: Pick<Action, 'buttonCode' | 'ignoresRecords'>,
): { task: Task; node: UserTaskNode; button: NodeButton } | DecisionRefusal {
  const task = openTaskOf(builder, taskId, workKinds, { ignoresRecords });
  if (isRefusal(task)) return task;
  const node = nodeOf(builder.context.definition, task.nodeId);
  if (node.kind !== 'userTask') return refuse('actionNotAllowed');
  const button = node.buttons.find(({ id }) => id === buttonId);
  const isEnabled = button?.state === 1 && button.opType === 1 && button.code === buttonCode;
  return isEnabled ? { task, node, button } : refuse('actionNotAllowed');
}

/**
 * Checks the opinion by the action's rule: required before forward, return, terminate and void, and if the
 * node requires it; 500 characters at most.
 */
export function checkOpinion(
  opinion: string,
  rule: Action['opinion'],
  node?: Pick<UserTaskNode, 'opinionRequired'>,
): DecisionRefusal | null {
  const required = rule === 'always' || (rule === 'byNode' && node?.opinionRequired === true);
  if (required && isBlank(opinion)) return refuse('opinionRequired');
  return refuseProblem('opinion', problemOfOpinion(opinion, required));
}

/** Checks a reason, which has at most 200 characters (S1 §5); `actionName` is the name of the action. */
export function checkReason(reason: string, actionName?: string): DecisionRefusal | null {
  return refuseProblem('reason', problemOfReason(reason, actionName));
}

function refuseProblem(field: string, problem: string | undefined): DecisionRefusal | null {
  return refuseProblems(problem === undefined ? [] : [{ field, message: problem }]);
}

export function refuseProblems(problems: readonly Problem[]): DecisionRefusal | null {
  return problems.length > 0 ? refuse('badInput', { problems }) : null;
}
