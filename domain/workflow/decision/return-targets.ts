import type { Person } from '../../access/actor.ts';
import type { OrderState, ProcessDefinition, Task } from '../model/model.ts';
import { ancestorsOf } from '../state/net.ts';
import { countedHandlerOf, isDone } from '../state/outcomes.ts';
import { nodeOf, tokenOf } from './builder.ts';
import { lastDoneTasks } from './candidates.ts';

export interface ReturnTarget {
  nodeId: string;
  nodeName: string;
  /** The number of times the node was done or returned from; several instances count once. */
  visits: number;
  /** People who did it last: all who did an instance. */
  lastHandlers: Person[];
}

/**
 * Returns the nodes to which a task may be returned, latest first: those that its token really passed and a
 * person completed, the start included, within the node's return policy. See docs/decisions/0031.
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
    visits: visitsOf(state, nodeId),
    lastHandlers: lastDoneTasks(state, (done) => done.tokenId === tokenId).flatMap(
      (done) => countedHandlerOf(done) ?? [],
    ),
  }));
}

function visitsOf(state: OrderState, nodeId: string): number {
  const tasks = state.tasks.filter(
    (task) => task.nodeId === nodeId && (isDone(task) || task.outcome === 'returned'),
  );
  const instances = tasks.filter(({ kind, outcome }) => kind === 'instance' && outcome !== 'returned');
  return tasks.length - instances.length + new Set(instances.map(({ panelId }) => panelId)).size;
}

/** Returns the token of the latest visit of each node that the task may be returned to. */
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
