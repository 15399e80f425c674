import { isRefusal, refuse } from '../../refusals/refusals.ts';
import { advance, fireNode } from '../advancing/advance.ts';
import { reopenEarlierVisit } from '../advancing/reopen-visit.ts';
import { closeFinishedRollbacks } from '../advancing/rollbacks.ts';
import type { Action, BarSubmission } from '../decision/action.ts';
import {
  createBuilder,
  type DecisionBuilder,
  emit,
  finishTask,
  fireTransition,
  nodeOf,
  tokenOf,
} from '../decision/builder.ts';
import { isBranchChoice, manualGatewayAfter } from '../decision/gateways.ts';
import { namingOf, problemsOfNamedHandlers } from '../decision/naming.ts';
import type { DecisionRefusal } from '../model/decision-refusals.ts';
import type { NextHandlers, NodeButton, Task } from '../model/model.ts';
import { closePanel, updateVisit } from '../slots/visit.ts';
import { directReturnOf } from '../state/net.ts';
import { isDone } from '../state/outcomes.ts';
import { isVisitDone, openPanelsAt } from '../state/panels.ts';
import { checkOpinion, taskWithButton } from './checks.ts';

export interface FlowContinuation {
  taskId: number;
  buttonId: string;
  opinion: string;
  nextHandlers?: NextHandlers;
  /** Ids of the nodes to which the chosen branches of the manual gateway lead. */
  branchNodeIds?: readonly string[];
}

/** Returns the part of a submission of the handler bar that advances the flow. */
export function continuationOf({
  taskId,
  buttonId,
  opinion,
  nextHandlers,
  branchNodeIds,
}: BarSubmission): FlowContinuation {
  return {
    taskId,
    buttonId,
    opinion,
    ...(nextHandlers && { nextHandlers }),
    ...(branchNodeIds && { branchNodeIds }),
  };
}

/**
 * Decides handle, forward and choose branch: the task is completed, the effects of its button apply, the
 * token advances.
 */
export function continueFlow(
  builder: DecisionBuilder,
  command: FlowContinuation,
  action: Pick<Action, 'buttonCode' | 'opinion' | 'naming' | 'choosesBranch'>,
): DecisionRefusal | null {
  const selection = taskWithButton(builder, command, action);
  if (isRefusal(selection)) return selection;
  const { task, node, button } = selection;
  const refusal = checkOpinion(command.opinion, action.opinion, node);
  if (refusal !== null) return refusal;

  const gateway = manualGatewayAfter(builder.context.definition, node);
  if (action.choosesBranch && gateway === undefined) return refuse('actionNotAllowed');
  // A target of 退回后直送 jumps back and passes no gateway, so no branch has to be chosen.
  const followsFlows = directReturnOf(builder.state, task) === undefined;
  const branchNodeIds = gateway !== undefined && followsFlows ? (command.branchNodeIds ?? []) : undefined;
  if (gateway && branchNodeIds && !isBranchChoice(builder.context.definition, gateway, branchNodeIds)) {
    return refuse('branchRequired');
  }

  finishTask(builder, task.id, 'handled', {
    buttonId: button.id,
    opinion: command.opinion,
    resultCode: button.resultCode ?? null,
    ...(command.nextHandlers && { nextHandlers: command.nextHandlers }),
    ...(branchNodeIds && { branchNodeIds }),
  });
  recordButton(builder, button, task.tokenId);
  const namingProblems = problemsOfNamedHandlers(
    builder,
    button,
    namingOf(button, action),
    command.nextHandlers ?? {},
  );
  if (namingProblems.length > 0) return refuse('badInput', { problems: namingProblems });
  return advanceVisit(builder, task);
}

/**
 * Records the process result and the variables of a button; with `tokenId` they count while the token lives,
 * otherwise permanently.
 */
export function recordButton(
  builder: DecisionBuilder,
  { resultCode, sets }: NodeButton,
  tokenId?: number,
): void {
  const scope = tokenId === undefined ? {} : { tokenId };
  if (resultCode !== undefined) emit(builder, { type: 'resultRecorded', resultCode, ...scope });
  if (sets !== undefined) emit(builder, { type: 'variablesSet', values: sets, ...scope });
}

/**
 * Continues after the answer to a slot: the next seats of the visit open. When the visit is complete, its
 * token advances along the flow, or stays if 退回后直送 waits for it. If the last signer after the slot has signed
 * and the flow cannot advance, the slot is reopened for the person who did it.
 */
export function advanceVisit(
  builder: DecisionBuilder,
  { tokenId }: Pick<Task, 'tokenId'>,
): DecisionRefusal | null {
  updateVisit(builder, tokenId);
  if (!isVisitDone(builder.state, tokenId)) return refuseDeadEnd(builder, tokenId) ?? advance(builder);
  const token = tokenOf(builder.state, tokenId);
  if (ownWorkState(builder, tokenId) === 'before') {
    if (builder.blockedBy) {
      reopenEarlierVisit(builder, token);
      return advance(builder);
    }
    builder.finishedByOthers = true;
  }
  const node = nodeOf(builder.context.definition, token.nodeId);
  if (directReturnOf(builder.state, { tokenId }) === undefined) fireNode(builder, node, token);
  else fireTransition(builder, node.id, [token], []);
  closeFinishedRollbacks(builder);
  return advance(builder);
}

/**
 * Returns `now` if this decision did the visit's own work, `before` if an earlier one did; null if the work is
 * not done, or if several people do it.
 */
function ownWorkState(
  { state, events }: Pick<DecisionBuilder, 'state' | 'events'>,
  tokenId: number,
): 'now' | 'before' | null {
  const task = state.tasks.findLast((other) => other.tokenId === tokenId && other.kind === 'main');
  if (task === undefined || !isDone(task)) return null;
  return events.some((event) => event.type === 'taskFinished' && event.taskId === task.id) ? 'now' : 'before';
}

/**
 * Refuses to complete a slot if the flow could not advance afterwards, which is tried on a copy. Signers
 * after a slot do not change the path of its token, so the person at the slot gets the error, not the last
 * signer, who could not correct it.
 */
function refuseDeadEnd({ state, context, events }: DecisionBuilder, tokenId: number): DecisionRefusal | null {
  const open = openPanelsAt(state, tokenId);
  if (ownWorkState({ state, events }, tokenId) !== 'now' || !open.every(({ kind }) => kind === 'after'))
    return null;
  const copy = createBuilder(state, context);
  for (const panel of open) closePanel(copy, panel, 'done', 'closedByDecision');
  return advanceVisit(copy, { tokenId });
}
