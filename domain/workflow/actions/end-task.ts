import type { WorkOrderStatus } from '../../enumerations/work-order-status.ts';
import { isRefusal, refuse } from '../../refusals/refusals.ts';
import { endOrder } from '../advancing/advance.ts';
import type { Action } from '../decision/action.ts';
import { type DecisionBuilder, finishTask } from '../decision/builder.ts';
import { reachesManualGateway } from '../decision/gateways.ts';
import type { DecisionRefusal } from '../model/decision-refusals.ts';
import type { NodeButton, TaskOutcome } from '../model/model.ts';
import { checkOpinion, taskWithButton } from './checks.ts';
import { advanceVisit } from './continue-flow.ts';

/**
 * Decides terminate and void: the task is completed and the order ends, or continues if the action has no end
 * status.
 */
export function decideEndTask(
  builder: DecisionBuilder,
  command: { taskId: number; buttonId: string; opinion: string },
  action: Pick<Action, 'buttonCode' | 'opinion' | 'ignoresRecords'> & { outcome: TaskOutcome },
  endStatus: (button: NodeButton) => WorkOrderStatus | null,
): DecisionRefusal | null {
  const selection = taskWithButton(builder, command, action);
  if (isRefusal(selection)) return selection;
  const { task, node, button } = selection;
  const refusal = checkOpinion(command.opinion, action.opinion, node);
  if (refusal !== null) return refusal;
  const result = endStatus(button);
  const { definition } = builder.context;
  if (result === null && reachesManualGateway({ state: builder.state, definition, task })) {
    return refuse('branchRequired');
  }
  finishTask(builder, task.id, action.outcome, { buttonId: button.id, opinion: command.opinion });
  if (result === null) return advanceVisit(builder, task);
  endOrder(builder, null, result);
  return null;
}
