import { isWorkOrderStatus, WorkOrderStatus } from '../../enumerations/work-order-status.ts';
import { isRefusal, type Refusal, refuse } from '../../refusals/refusals.ts';
import { endOrder } from '../advance.ts';
import { type Draft, emit } from '../draft.ts';
import { manualGatewayAfter } from '../gateways.ts';
import type { Command, NodeButton } from '../model.ts';
import { directRollbackOf } from '../rollbacks.ts';
import { isEndResult } from '../table.ts';
import { moveOn } from './carry-on.ts';
import { actorsTask, checkOpinion, pressedButton } from './checks.ts';

type EndNow = Extract<Command, { action: 'terminate' | 'void' }>;

/** Terminate (S1 §4, 4): ends the order at once with the button's end status, 14 退回办结 when it names none. */
export function decideTerminate(draft: Draft, command: EndNow): Refusal | null {
  return endNow(draft, command, terminateResult);
}

/**
 * Void (S1 §4, 13): the contents of the forms are marked as deleted; the order ends with 16 作废办结 where the button
 * says so, else it goes on. Before a manual gateway it cannot, for no branch is chosen. See docs/decisions/0059.
 */
export function decideVoid(draft: Draft, command: EndNow): Refusal | null {
  return endNow(draft, command, ({ ends }) => (ends ? WorkOrderStatus.voidedAndConcluded : null));
}

function terminateResult({ resultCode }: NodeButton): WorkOrderStatus {
  const named = isWorkOrderStatus(resultCode) && isEndResult(resultCode);
  return named ? resultCode : WorkOrderStatus.returnedAndConcluded;
}

function endNow(
  draft: Draft,
  command: EndNow,
  resultOf: (button: NodeButton) => WorkOrderStatus | null,
): Refusal | null {
  const task = actorsTask(draft, command.taskId);
  if (isRefusal(task)) return task;
  const pressed = pressedButton(draft, task, command.buttonId, command.action);
  if (isRefusal(pressed)) return pressed;
  const { node, button } = pressed;
  const opinion = checkOpinion(command.opinion, node.opinionRequired);
  if (opinion !== null) return opinion;
  const result = resultOf(button);
  const choosesBranch =
    manualGatewayAfter(draft.context.definition, node) && !directRollbackOf(draft.state, task);
  if (result === null && choosesBranch) return refuse('branchRequired');
  emit(draft, {
    type: 'taskFinished',
    at: draft.at,
    taskId: task.id,
    outcome: command.action === 'void' ? 'voided' : 'terminated',
    by: draft.by,
    buttonId: button.id,
    opinion: command.opinion,
    resultCode: null,
  });
  if (result === null) return moveOn(draft, task);
  endOrder(draft, null, result);
  return null;
}
