import { WorkOrderStatus } from '../enumerations/work-order-status.ts';
import type { OrderState, Task } from '../workflow/model/model.ts';
import { isInForce } from './counted-opinions.ts';

/** Button id of documents that no button makes. */
export const manualButtonId = '';

/** A document of an order, as its validity depends on it. */
export interface DocumentOrigin {
  /** The task at which the document was made. */
  taskNumber: number;
  buttonId: string;
  /** When the matter administrator made the document void; null if that was not done. */
  voidedAt: Date | string | null;
}

/**
 * Checks whether a document of an order is void: the matter administrator made it void, its order was made
 * void, or its step was withdrawn or sent back (docs/decisions/0155).
 */
export function isVoidDocument(state: OrderState, document: DocumentOrigin): boolean {
  const { taskNumber, buttonId, voidedAt } = document;
  if (voidedAt !== null) return true;
  return isSuperseded(state, buttonId === manualButtonId ? undefined : state.tasks[taskNumber - 1]);
}

/**
 * Checks whether a document of this task is no longer in force: the order was made void, or the step of the
 * task was withdrawn or sent back. A document made manually depends on no task. The document of a return or a
 * 作废 stays in force after that action: the action ends the visit of its own task and invalidates the
 * statements of others, not its own.
 */
function isSuperseded(state: OrderState, task: Task | undefined): boolean {
  const isVoided = state.ended?.result === WorkOrderStatus.voidedAndConcluded;
  if (task === undefined) return isVoided;
  if (task.outcome === 'voided') return false;
  return isVoided || (task.outcome !== 'returned' && !isInForce(state, task));
}

/** Checks whether an action between the two states can have voided a document of the order. */
export function canSupersede(before: OrderState, after: OrderState): boolean {
  return [undefined, ...before.tasks].some((task) => {
    const isVoid = (state: OrderState) => isSuperseded(state, task && state.tasks[task.id - 1]);
    return isVoid(after) && !isVoid(before);
  });
}
