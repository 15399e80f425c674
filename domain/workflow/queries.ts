/** What screens ask about an order; pure, and by the same rules as `decide`. */
import type { Actor } from '../access/actor.ts';
import { recallableStart } from './actions/recall.ts';
import { canTakeBack } from './actions/withdraw.ts';
import { nodeOf, tokenOf } from './draft.ts';
import { flowsOf, manualGatewayAfter } from './gateways.ts';
import type { OrderState, ProcessDefinition, Task, TaskOutcome } from './model.ts';
import { freedBy, futureOf, waitingTokens } from './net.ts';
import { returnableTokens } from './return-targets.ts';
import { directRollbackOf } from './rollbacks.ts';

/** Nodes to light up in the diagram: those of the open tasks, and joins where a token waits. */
export function activeNodeIds(state: OrderState): string[] {
  return [...new Set(waitingTokens(state).map(({ nodeId }) => nodeId))];
}

export interface ReturnPreview {
  /** Open tasks that will close as 被退回, the returner's own first. */
  closes: Task[];
  /** Nodes whose task will open. */
  reopensAt: { nodeId: string; nodeName: string }[];
  /** Joins where another branch, already done, will wait again. */
  waitsAt: { nodeId: string; nodeName: string }[];
}

/** What a return to the nodes would do, before it is done; unknown targets are left out. */
export function previewReturn(
  state: OrderState,
  definition: ProcessDefinition,
  taskId: number,
  targetNodeIds: readonly string[],
): ReturnPreview {
  const task = state.tasks[taskId - 1];
  if (task === undefined || task.outcome !== null) return { closes: [], reopensAt: [], waitsAt: [] };
  const targets = returnableTokens(state, definition, task).filter(({ nodeId }) =>
    targetNodeIds.includes(nodeId),
  );
  const future = futureOf(
    state,
    targets.map(({ tokenId }) => tokenOf(state, tokenId)),
  );
  const named = (nodeId: string) => ({ nodeId, nodeName: nodeOf(definition, nodeId).name });
  return {
    closes: state.tasks
      .filter(({ outcome, tokenId }) => outcome === null && future.has(tokenId))
      .sort((left, right) => Number(right.id === taskId) - Number(left.id === taskId)),
    reopensAt: targets.map(({ nodeId }) => named(nodeId)),
    waitsAt: freedBy(state, future).map(({ tokenId }) => named(tokenOf(state, tokenId).nodeId)),
  };
}

export interface BranchNode {
  /** What `branchNodeIds` names. */
  nodeId: string;
  nodeName: string;
  flowId: string;
  /** The flow's name, which the choice shows; the node's where the flow has none. */
  label: string;
}

/** Branches on offer at the manual gateway behind the task's node (action 12); `many` at an inclusive one. */
export function branchNodes(
  state: OrderState,
  definition: ProcessDefinition,
  taskId: number,
): { many: boolean; branches: BranchNode[] } | null {
  const task = state.tasks[taskId - 1];
  if (task === undefined || task.outcome !== null || directRollbackOf(state, task)) return null;
  const gateway = manualGatewayAfter(definition, nodeOf(definition, task.nodeId));
  if (gateway === undefined) return null;
  const branches = flowsOf(definition, gateway).map((flow) => {
    const nodeName = nodeOf(definition, flow.targetId).name;
    return { nodeId: flow.targetId, nodeName, flowId: flow.id, label: flow.name || nodeName };
  });
  return { many: gateway.kind === 'inclusive', branches };
}

/** Whether this person may take this handled task back (S1 §4, withdraw). */
export function canWithdraw(
  state: OrderState,
  definition: ProcessDefinition,
  taskId: number,
  actor: Actor,
): boolean {
  const task = state.tasks[taskId - 1];
  return task?.finishedBy?.staffId === actor.staffId && canTakeBack(state, definition, task);
}

/** Whether this person, the initiator, may recall the order. */
export function canRecall(state: OrderState, definition: ProcessDefinition, actor: Actor): boolean {
  return actor.staffId === state.initiator.staffId && recallableStart(state, definition) !== undefined;
}

/** Whether the person has or had a part in the order: started it, was or is offered a task of it, or finished one. */
export function hasPart(state: OrderState, { staffId, keys }: Pick<Actor, 'staffId' | 'keys'>): boolean {
  return (
    state.initiator.staffId === staffId ||
    state.tasks.some(
      ({ candidates, finishedBy }) =>
        finishedBy?.staffId === staffId || candidates.some((key) => keys.includes(key)),
    )
  );
}

/**
 * The visit of the task's node whose typed forms are shown again: the one before, when it ended in a return
 * (docs/decisions/0059).
 */
export function stagedVisit(
  state: OrderState,
  { id, nodeId }: Pick<Task, 'id' | 'nodeId'>,
): Task | undefined {
  const before = state.tasks.findLast(
    (task) => task.nodeId === nodeId && task.id < id && task.outcome !== null && !isClosed(task.outcome),
  );
  return before?.outcome === 'returned' ? before : undefined;
}

function isClosed(outcome: TaskOutcome): boolean {
  return outcome.startsWith('closedBy');
}
