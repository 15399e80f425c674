import type { Person } from '../access/actor.ts';
import { lastDoneTask } from './candidates.ts';
import { nodeOf, tokenOf } from './draft.ts';
import type { OrderState, ProcessDefinition, Task } from './model.ts';
import { ancestorsOf } from './net.ts';
import { isDone } from './outcomes.ts';

export interface ReturnTarget {
  nodeId: string;
  nodeName: string;
  /** How often people finished the node. */
  visits: number;
  lastHandler: Person | null;
}

/**
 * Nodes that a task may be returned to, latest first: what its token really came through and a person did, the start
 * included, within the node's return policy. See docs/decisions/0031.
 */
export function returnTargets(
  state: OrderState,
  definition: ProcessDefinition,
  taskId: number,
): ReturnTarget[] {
  const task = state.tasks[taskId - 1];
  if (task === undefined || task.outcome !== null) return [];
  return returnableTokens(state, definition, task).map(({ nodeId, tokenId }) => ({
    nodeId,
    nodeName: nodeOf(definition, nodeId).name,
    visits: state.tasks.filter(
      (visit) => visit.nodeId === nodeId && (isDone(visit) || visit.outcome === 'returned'),
    ).length,
    lastHandler: lastDoneTask(state, (done) => done.tokenId === tokenId)?.finishedBy ?? null,
  }));
}

/** The token of the latest visit of each node that the task may be returned to. */
export function returnableTokens(
  state: OrderState,
  definition: ProcessDefinition,
  task: Task,
): { nodeId: string; tokenId: number }[] {
  const node = nodeOf(definition, task.nodeId);
  if (node.kind !== 'userTask' || !node.returns.allowed) return [];
  const offered = node.returns.targets;
  const done = new Set(state.tasks.flatMap((visit) => (isDone(visit) ? [visit.tokenId] : [])));
  const latest = new Map<string, number>();
  for (const { id, nodeId } of ancestorsOf(state, tokenOf(state, task.tokenId))) {
    const isTarget = nodeId !== node.id && (offered.length === 0 || offered.includes(nodeId));
    if (isTarget && !latest.has(nodeId) && done.has(id)) latest.set(nodeId, id);
  }
  return [...latest].map(([nodeId, tokenId]) => ({ nodeId, tokenId }));
}
