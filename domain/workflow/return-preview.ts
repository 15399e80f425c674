import { isRefusal, refuse } from '../refusals/refusals.ts';
import { chosenTargets, giveBack } from './actions/return.ts';
import type { DecisionRefusal } from './decision-refusals.ts';
import { draftOf, nodeOf } from './draft.ts';
import type { DecisionContext, OrderState, ReturnWay, Task } from './model.ts';
import { waitingTokens } from './standing.ts';

export interface ReturnPreview {
  /** Open tasks that will close, the returner's own first. */
  closes: Task[];
  /** Nodes whose task will open: the targets, and where a target of an overtaken 退回后直送 walks on to. */
  reopensAt: { nodeId: string; nodeName: string }[];
  /** Joins where a token will wait that waits there by no other way now. */
  waitsAt: { nodeId: string; nodeName: string }[];
}

/** What a return would do, found by doing it on a copy; what the return would be refused for is answered. */
export function previewReturn(
  before: OrderState,
  question: { taskId: number; targetNodeIds: readonly string[]; way: ReturnWay },
  context: DecisionContext,
): ReturnPreview | DecisionRefusal {
  const draft = draftOf(before, context);
  const task = before.tasks[question.taskId - 1];
  if (task === undefined || task.outcome !== null) return refuse('taskAlreadyHandled');
  const targets = chosenTargets(draft, task, question.targetNodeIds);
  if (isRefusal(targets)) return targets;
  const refusal = giveBack(draft, task, targets, question.way);
  if (refusal !== null) return refusal;
  const after = draft.state;
  const named = (nodeIds: readonly string[]) =>
    [...new Set(nodeIds)].map((nodeId) => ({ nodeId, nodeName: nodeOf(context.definition, nodeId).name }));
  const atJoins = (state: OrderState) =>
    waitingTokens(state).filter(({ id }) => !state.tasks.some(({ tokenId }) => tokenId === id));
  const waited = new Set(atJoins(before).map(({ id }) => id));
  return {
    closes: before.tasks
      .filter(({ id, outcome }) => outcome === null && after.tasks[id - 1]?.outcome !== null)
      .sort((left, right) => Number(right.id === task.id) - Number(left.id === task.id)),
    reopensAt: named(
      after.tasks
        .slice(before.tasks.length)
        .flatMap(({ outcome, nodeId }) => (outcome === null ? [nodeId] : [])),
    ),
    waitsAt: named(
      atJoins(after)
        .filter(({ id }) => !waited.has(id))
        .map(({ nodeId }) => nodeId),
    ),
  };
}
