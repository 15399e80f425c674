/** Queries of pages about an order: pure functions with the same rules as `decide`. */
import type { Actor } from '../../access/actor.ts';
import { absentPersonForTask } from '../../substitutes/substitution.ts';
import { nodeOf } from '../decision/builder.ts';
import { flowsOf, manualGatewayAfter } from '../decision/gateways.ts';
import type { OrderState, ProcessDefinition, Task } from '../model/model.ts';
import type { OrderCopy } from '../model/out-of-flow-events.ts';
import { waitingTokens } from '../state/live-tokens.ts';
import { directReturnOf } from '../state/net.ts';
import { isClosed, isHandledBy } from '../state/outcomes.ts';
import { workKinds } from './checks.ts';
import { recallableStart } from './recall.ts';
import { canWithdrawTask } from './withdraw.ts';

/**
 * Returns the nodes to highlight in the diagram: those of the open tasks, and joins at which a token waits.
 */
export function activeNodeIds(state: OrderState): string[] {
  return [...new Set(waitingTokens(state).map(({ nodeId }) => nodeId))];
}

export interface BranchNode {
  /** Id of the branch, as used in `branchNodeIds`. */
  nodeId: string;
  nodeName: string;
  flowId: string;
  /** Label of the choice: the flow's name, or the node's if the flow has none. */
  label: string;
}

/**
 * Returns the branches of the manual gateway after the task's node (action 12); `many` is true for an
 * inclusive one.
 */
export function branchNodes(
  state: OrderState,
  definition: ProcessDefinition,
  taskId: number,
): { many: boolean; branches: BranchNode[] } | null {
  const task = state.tasks[taskId - 1];
  if (task === undefined || task.outcome !== null || directReturnOf(state, task)) return null;
  const gateway = manualGatewayAfter(definition, nodeOf(definition, task.nodeId));
  if (gateway === undefined) return null;
  const branches = flowsOf(definition, gateway).map((flow) => {
    const nodeName = nodeOf(definition, flow.targetId).name;
    return { nodeId: flow.targetId, nodeName, flowId: flow.id, label: flow.name || nodeName };
  });
  return { many: gateway.kind === 'inclusive', branches };
}

/** Checks whether this person may take this handled task back (S1 §4, withdraw). */
export function canWithdraw(
  state: OrderState,
  definition: ProcessDefinition,
  taskId: number,
  actor: Actor,
): boolean {
  const task = state.tasks[taskId - 1];
  return task !== undefined && isHandledBy(task, actor.staffId) && canWithdrawTask(state, definition, task);
}

/** Checks whether this person, the initiator, may recall the order. */
export function canRecall(state: OrderState, definition: ProcessDefinition, actor: Actor): boolean {
  return actor.staffId === state.initiator.staffId && recallableStart(state, definition) !== undefined;
}

/** Returns the newest copy of the order for a key that the person has now. */
export function copyFor(
  { copies = [] }: Pick<OrderState, 'copies'>,
  { keys }: Pick<Actor, 'keys'>,
): OrderCopy | undefined {
  return copies.findLast((copy) => copy.keys.some((key) => keys.includes(key)));
}

/**
 * Checks whether the person participates or participated in the order: started it, was or is offered a task of it,
 * completed one, or received a copy.
 */
export function participates(
  state: OrderState,
  { staffId, keys, substitutions = [] }: Pick<Actor, 'staffId' | 'keys' | 'substitutions'>,
): boolean {
  return (
    state.initiator.staffId === staffId ||
    state.tasks.some(
      (task) =>
        isHandledBy(task, staffId) ||
        task.candidates.some((key) => keys.includes(key)) ||
        // A substitute sees the open tasks of the absent person, but not the completed ones.
        (task.outcome === null && absentPersonForTask({ staffId, keys, substitutions }, task) !== null),
    ) ||
    copyFor(state, { keys }) !== undefined
  );
}

/**
 * Returns the tasks whose pending form values are shown again at this task, newest first: those that were
 * handed over to it, and the previous visit, if it ended in a return (docs/decisions/0059).
 */
export function visitsWithPendingForms(
  state: OrderState,
  { id, nodeId, replaces }: Pick<Task, 'id' | 'nodeId' | 'replaces'>,
): Task[] {
  const handedOver: Task[] = [];
  let replacedTask = replaces;
  for (;;) {
    const from = replacedTask === null ? undefined : state.tasks[replacedTask - 1];
    if (from?.outcome !== 'delegated') break;
    handedOver.push(from);
    replacedTask = from.replaces;
  }
  const before = latestFinished(
    state,
    (task) =>
      task.nodeId === nodeId &&
      task.id < id &&
      workKinds.includes(task.kind) &&
      // A person who takes a task over begins with the values stored there.
      task.outcome !== 'delegated',
  );
  return before?.outcome === 'returned' ? [...handedOver, before] : handedOver;
}

/**
 * Returns the task that a person finished last, without tasks of others that the person closed by returning
 * or taking back.
 */
export function lastFinishedBy(
  state: Pick<OrderState, 'tasks'>,
  { staffId }: Pick<Actor, 'staffId'>,
): Task | undefined {
  return latestFinished(state, (task) => isHandledBy(task, staffId));
}

function latestFinished(
  { tasks }: Pick<OrderState, 'tasks'>,
  matches: (task: Task) => boolean,
): Task | undefined {
  let last: Task | undefined;
  for (const task of tasks) {
    if (task.outcome === null || isClosed(task) || !matches(task)) continue;
    if (task.finishedSeq >= (last?.finishedSeq ?? 0)) last = task;
  }
  return last;
}
