import type { WorkOrderStatus } from '../../enumerations/work-order-status.ts';
import { isRefusal, refuse } from '../../refusals/refusals.ts';
import { endOrder } from '../advancing/advance.ts';
import type { Action } from '../decision/action.ts';
import { type DecisionBuilder, finishTask } from '../decision/draft.ts';
import { passesManualGateway } from '../decision/gateways.ts';
import type { DecisionRefusal } from '../model/decision-refusals.ts';
import type { NodeButton, TaskOutcome } from '../model/model.ts';
import { moveOn } from './carry-on.ts';
import { checkOpinion, taskWithButton } from './checks.ts';

/**
 * Decides terminate and void: the task is completed and the order ends, or continues if the action has no end
 * status.
 */
export function endTask(
  draft: DecisionBuilder,
  command: { taskId: number; buttonId: string; opinion: string },
  action: Pick<Action, 'buttonCode' | 'opinion'> & { outcome: TaskOutcome },
  endStatus: (button: NodeButton) => WorkOrderStatus | null,
): DecisionRefusal | null {
  const pressed = taskWithButton(draft, command, action);
  if (isRefusal(pressed)) return pressed;
  const { task, node, button } = pressed;
  const opinion = checkOpinion(command.opinion, action.opinion, node);
  if (opinion !== null) return opinion;
  const result = endStatus(button);
  const { definition } = draft.context;
  if (result === null && passesManualGateway({ state: draft.state, definition, task })) {
    return refuse('branchRequired');
  }
  finishTask(draft, task.id, action.outcome, { buttonId: button.id, opinion: command.opinion });
  if (result === null) return moveOn(draft, task);
  endOrder(draft, null, result);
  return null;
}
