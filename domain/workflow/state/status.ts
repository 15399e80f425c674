import { WorkOrderStatus } from '../../enumerations/work-order-status.ts';
import type { OrderState, ProcessDefinition, Task } from '../model/model.ts';
import { openTasksInOrder } from './live-tokens.ts';
import { isVote } from './outcomes.ts';
import { countersignAt } from './panels.ts';

/**
 * Returns the status of an order (S1 §4), which is always derived: an ended order has its result, an open
 * return or recall gives 32, else the visit that has been open longest decides: 26 while its countersign is
 * open, 27 when the result is known and its requester has not acted; else 31 until the next action if the last
 * one did the work that had been sent back, and its node's stage otherwise. See docs/decisions/0119 and 0035.
 */
export function statusOf(state: OrderState | null, definition: ProcessDefinition): WorkOrderStatus {
  if (state === null) return WorkOrderStatus.draft;
  if (state.ended !== null) return state.ended.result;
  if (state.rollbacks.length > 0) return WorkOrderStatus.returnPending;
  const [oldest] = openTasks(state);
  const node = oldest && definition.nodes[oldest.nodeId];
  const countersign = oldest && countersignAt(state, oldest.tokenId);
  if (countersign?.outcome === null) return WorkOrderStatus.awaitingCountersign;
  if (countersign && isVote(countersign.outcome)) return WorkOrderStatus.countersignDone;
  if (state.rollbackHandled) return WorkOrderStatus.returnHandled;
  return node?.kind === 'userTask' ? node.stage : WorkOrderStatus.returnPending;
}

/** Returns 1 exactly while the initiator has to resubmit the order (S1 §4). */
export function rollbackStatusOf(state: OrderState, definition: ProcessDefinition): 0 | 1 {
  return openTasks(state).some(({ nodeId }) => nodeId === definition.startId) ? 1 : 0;
}

/** Returns the tasks that wait for a person, longest open first. */
export function openTasks(state: OrderState): Task[] {
  return openTasksInOrder(state).sort(
    (left, right) => Date.parse(left.openedAt) - Date.parse(right.openedAt) || left.id - right.id,
  );
}
