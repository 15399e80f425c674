import { isRefusal, refuse } from '../../refusals/refusals.ts';
import { advance, walkOn } from '../advancing/advance.ts';
import { giveBack } from '../advancing/give-back.ts';
import { settleRollbacks } from '../advancing/rollbacks.ts';
import type { Action, BarSubmission } from '../decision/action.ts';
import { type DecisionBuilder, draftOf, emit, finishTask, fire, nodeOf, tokenOf } from '../decision/draft.ts';
import { isBranchChoice, manualGatewayAfter } from '../decision/gateways.ts';
import { checkNamed, namingOf } from '../decision/naming.ts';
import type { DecisionRefusal } from '../model/decision-refusals.ts';
import type { NextHandlers, NodeButton, Task } from '../model/model.ts';
import { closePanel, settleVisit } from '../slots/visit.ts';
import { directRollbackOf } from '../state/net.ts';
import { isDone } from '../state/outcomes.ts';
import { isVisitDone, openPanelsAt } from '../state/panels.ts';
import { checkOpinion, taskWithButton } from './checks.ts';

export interface ContinueFlow {
  taskId: number;
  buttonId: string;
  opinion: string;
  nextHandlers?: NextHandlers;
  /** Ids of the nodes to which the chosen branches of the manual gateway lead. */
  branchNodeIds?: readonly string[];
}

/** Returns the part of a submission of the handling bar that advances the flow. */
export function carriedOnFrom({
  taskId,
  buttonId,
  opinion,
  nextHandlers,
  branchNodeIds,
}: BarSubmission): ContinueFlow {
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
  draft: DecisionBuilder,
  command: ContinueFlow,
  action: Pick<Action, 'buttonCode' | 'opinion' | 'names' | 'choosesBranch'>,
): DecisionRefusal | null {
  const pressed = taskWithButton(draft, command, action);
  if (isRefusal(pressed)) return pressed;
  const { task, node, button } = pressed;
  const opinion = checkOpinion(command.opinion, action.opinion, node);
  if (opinion !== null) return opinion;

  const gateway = manualGatewayAfter(draft.context.definition, node);
  if (action.choosesBranch && gateway === undefined) return refuse('actionNotAllowed');
  // A target of 退回后直送 jumps back and passes no gateway, so no branch has to be chosen.
  const walks = directRollbackOf(draft.state, task) === undefined;
  const branchNodeIds = gateway !== undefined && walks ? (command.branchNodeIds ?? []) : undefined;
  if (gateway && branchNodeIds && !isBranchChoice(draft.context.definition, gateway, branchNodeIds)) {
    return refuse('branchRequired');
  }

  finishTask(draft, task.id, 'handled', {
    buttonId: button.id,
    opinion: command.opinion,
    resultCode: button.resultCode ?? null,
    ...(command.nextHandlers && { nextHandlers: command.nextHandlers }),
    ...(branchNodeIds && { branchNodeIds }),
  });
  press(draft, button, task.tokenId);
  const misnamed = checkNamed(draft, button, namingOf(button, action), command.nextHandlers ?? {});
  if (misnamed.length > 0) return refuse('badInput', { problems: misnamed });
  return moveOn(draft, task);
}

/**
 * Records the process result and the variables of a button; with `tokenId` they count while the token lives,
 * otherwise permanently.
 */
export function press(draft: DecisionBuilder, { resultCode, sets }: NodeButton, tokenId?: number): void {
  const on = tokenId === undefined ? {} : { tokenId };
  if (resultCode !== undefined) emit(draft, { type: 'resultRecorded', resultCode, ...on });
  if (sets !== undefined) emit(draft, { type: 'variablesSet', values: sets, ...on });
}

/**
 * Continues after the answer to a slot: the next seats of the visit open. When the visit is complete, its
 * token advances along the flow, or stays if 退回后直送 waits for it. If the last signer after the slot has signed
 * and the flow cannot advance, the slot is reopened for the person who did it.
 */
export function moveOn(draft: DecisionBuilder, { tokenId }: Pick<Task, 'tokenId'>): DecisionRefusal | null {
  settleVisit(draft, tokenId);
  if (!isVisitDone(draft.state, tokenId)) return refuseDeadEnd(draft, tokenId) ?? advance(draft);
  const token = tokenOf(draft.state, tokenId);
  if (ownWork(draft, tokenId) === 'before') {
    if (draft.givesBack) {
      giveBack(draft, token);
      return advance(draft);
    }
    draft.hasGoneOn = true;
  }
  const node = nodeOf(draft.context.definition, token.nodeId);
  if (directRollbackOf(draft.state, { tokenId }) === undefined) walkOn(draft, node, token);
  else fire(draft, node.id, [token], []);
  settleRollbacks(draft);
  return advance(draft);
}

/**
 * Returns whether the visit's own work was done by this decision (true) or before it (false); null if several
 * people do it, or if it is not done.
 */
function ownWork(
  { state, events }: Pick<DecisionBuilder, 'state' | 'events'>,
  tokenId: number,
): 'now' | 'before' | null {
  const task = state.tasks.findLast((one) => one.tokenId === tokenId && one.kind === 'main');
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
  if (ownWork({ state, events }, tokenId) !== 'now' || !open.every(({ kind }) => kind === 'after'))
    return null;
  const copy = draftOf(state, context);
  for (const panel of open) closePanel(copy, panel, 'done', 'closedByDecision');
  return moveOn(copy, { tokenId });
}
