import { Permission } from '../../access/actor.ts';
import { HandlerOperation } from '../../enumerations/handler-operation.ts';
import { isRefusal, refuse } from '../../refusals/refusals.ts';
import { advance } from '../advancing/advance.ts';
import { closeFinishedRollbacks, openRollback, preferredHandlersFor } from '../advancing/rollbacks.ts';
import type { Action } from '../decision/action.ts';
import { closeTasks, type DecisionBuilder, finishTask, tokenOf } from '../decision/builder.ts';
import { returnableTokens } from '../decision/return-targets.ts';
import { rewind } from '../decision/rewind.ts';
import type { DecisionRefusal } from '../model/decision-refusals.ts';
import type { ReturnWay, Task, Token } from '../model/model.ts';
import { reenterVisit } from '../slots/visit.ts';
import { descendantTokensOf } from '../state/net.ts';
import { checkOpinion, taskWithButton } from './checks.ts';
import { recordButton } from './continue-flow.ts';

export interface ReturnCommand {
  action: 'return';
  taskId: number;
  buttonId: string;
  opinion: string;
  targetNodeIds: readonly string[];
  way: ReturnWay;
}

/**
 * Returns an order (S1 §4, 2) to one or more nodes that it passed, the start included. Tokens and tasks
 * after the targets end, and parallel tasks close as 被退回; with `replay` the flow is passed again, with
 * `direct` (退回后直送) the order returns directly when all targets are done.
 */
export const returnAction: Action<ReturnCommand> = {
  label: '退回',
  effect: [
    '回到经过的一个或多个环节（含发起），意见必填；分叉之前的目标使并行任务以“被退回”关闭；重走流程或退回后直送',
    'returns to one or more earlier nodes of the order, also the start; parallel tasks close if a target is before the fork; afterwards the order passes all nodes again, or returns directly',
  ],
  buttonCode: '2',
  operation: HandlerOperation.return,
  actorRole: 'candidate',
  permission: Permission.handle,
  opinion: 'always',
  forms: 'pending',
  dangerous: true,
  outcome: 'returned',
  closedTaskTexts: { outcome: 'closedByReturn', remark: '被退回' },
  refusal: 'returnNotAllowed',
  isOffered: ({ state, definition, task }) => returnableTokens(state, definition, task).length > 0,
  lint: ({ returns }) => (returns.allowed && returns.ways.length > 0 ? [] : ['（退回）与“不允许退回”矛盾']),
  commandFromBar: ({ taskId, buttonId, opinion, targetNodeIds, way }) => ({
    action: 'return',
    taskId,
    buttonId,
    opinion,
    targetNodeIds,
    way,
  }),
  decide: decideReturn,
};

function decideReturn(builder: DecisionBuilder, command: ReturnCommand): DecisionRefusal | null {
  const selection = taskWithButton(builder, command, returnAction);
  if (isRefusal(selection)) return selection;
  const { task, node, button } = selection;
  if (!node.returns.ways.includes(command.way)) return refuse('returnNotAllowed');
  const refusal = checkOpinion(command.opinion, returnAction.opinion);
  if (refusal !== null) return refusal;
  const targets = chosenTargets(builder, task, command.targetNodeIds);
  if (isRefusal(targets)) return targets;

  finishTask(builder, task.id, 'returned', {
    buttonId: button.id,
    opinion: command.opinion,
    resultCode: button.resultCode ?? null,
  });
  recordButton(builder, button);
  return returnToTargets(builder, task, targets, command.way);
}

/** Returns the order to the targets, for every action that does so; or refuses the return as a whole. */
function returnToTargets(
  builder: DecisionBuilder,
  task: Task,
  targets: readonly Token[],
  way: ReturnWay,
): DecisionRefusal | null {
  const rewound = rewind(builder, targets);
  closeTasks(builder, rewound.descendants, 'closedByReturn');
  const { killed, freed } = rewound;
  openRollback(builder, {
    kind: 'return',
    way,
    targetTokenIds: rewound.placed.map(({ id }) => id),
    undo: way === 'direct' ? { killed, freed, returnerTaskId: task.id } : null,
    byTaskId: task.id,
  });
  targets.forEach((target, index) => {
    const placed = rewound.placed[index];
    if (placed) reenterVisit(builder, placed, 'return', preferredHandlersFor(builder, target.id));
  });
  closeFinishedRollbacks(builder);
  return advance(builder);
}

/**
 * Returns the tokens at the chosen nodes; refuses two of which one follows the other, because they would
 * put two tokens into one branch.
 */
function chosenTargets(
  builder: DecisionBuilder,
  task: Task,
  nodeIds: readonly string[],
): Token[] | DecisionRefusal {
  const returnable = returnableTokens(builder.state, builder.context.definition, task);
  if (returnable.length === 0) return refuse('returnNotAllowed');
  const chosenNodeIds = [...new Set(nodeIds)];
  const tokens = chosenNodeIds.map((nodeId) => returnable.find((target) => target.nodeId === nodeId));
  const validChoices = tokens.filter((target) => target !== undefined);
  if (validChoices.length === 0 || validChoices.length < chosenNodeIds.length)
    return refuse('returnTargetRequired');
  const targets = validChoices.map(({ tokenId }) => tokenOf(builder.state, tokenId));
  const inLine = targets.some((target) => {
    const descendants = descendantTokensOf(builder.state, builder.context.definition, [target]);
    return targets.some((other) => other !== target && descendants.has(other.id));
  });
  return inLine ? refuse('returnTargetsInLine') : targets;
}
