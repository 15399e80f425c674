import { WorkOrderStatus } from '../../enumerations/work-order-status.ts';
import { stateRulesOf } from '../../records/registry.ts';
import type { OrderState, ProcessDefinition, Task } from '../model/model.ts';
import { openTasksInOrder } from './live-tokens.ts';
import { isVote } from './outcomes.ts';
import { countersignAt } from './panels.ts';
import { openRecordsAt } from './records.ts';

/**
 * Returns the status of an order (S1 §4), which is always derived: an ended order has its result, an open
 * return or recall gives 32, else the visit that has been open longest decides: the status of its newest open side
 * record, or that of the order (7, 8, 33, 34, 36, 37; docs/decisions/0232); 26 while its countersign is
 * open, 27 when the result is known and its requester has not acted; else 17, 18 or 19 after a side record, or 31, until the next action if the last
 * one did the work that had been sent back, and its node's stage otherwise. See docs/decisions/0119 and 0035.
 */
export function statusOf(state: OrderState | null, definition: ProcessDefinition): WorkOrderStatus {
  if (state === null) return WorkOrderStatus.draft;
  if (state.ended !== null) return state.ended.result;
  if (state.rollbacks.length > 0) return WorkOrderStatus.returnPending;
  const [oldest] = openTasks(state);
  const node = oldest && definition.nodes[oldest.nodeId];
  const recordStatus = oldest && recordStatusAt(state, oldest.tokenId);
  if (recordStatus !== undefined) return recordStatus;
  const countersign = oldest && countersignAt(state, oldest.tokenId);
  if (countersign?.outcome === null) return WorkOrderStatus.awaitingCountersign;
  if (countersign && isVote(countersign.outcome)) return WorkOrderStatus.countersignDone;
  if (state.recordNote !== undefined) return state.recordNote;
  if (state.rollbackHandled) return WorkOrderStatus.returnHandled;
  return node?.kind === 'userTask' ? node.stage : WorkOrderStatus.returnPending;
}

/** Returns the status that the newest open record of the visit gives the order; undefined if none gives one. */
function recordStatusAt(state: OrderState, tokenId: number): WorkOrderStatus | undefined {
  if (state.records === undefined) return undefined;
  const statuses = openRecordsAt(state, tokenId).map((record) => stateRulesOf(record).status);
  return statuses.findLast((status) => status !== undefined);
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
