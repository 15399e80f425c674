import type { Actor } from '#domain/access/actor.ts';
import { isRefusal } from '#domain/refusals/refusals.ts';
import { absentPersonForTask, isCandidateFor } from '#domain/substitutes/substitution.ts';
import type { DecisionContext, Task } from '#domain/workflow/model/model.ts';
import { votesAtSeat, votingSeat } from '#domain/workflow/slots/shared-seats.ts';
import { isHandledBy } from '#domain/workflow/state/outcomes.ts';
import { isActionable } from '#domain/workflow/state/panels.ts';
import type { ReadableOrder } from './access.ts';
import type { OrderRecord } from './queries.ts';

/**
 * Determines the task of an order that a person's page is about. After a fork one person may have several
 * open tasks of one order; buttons, field authority and typed forms are always those of one of them. See
 * docs/decisions/0089.
 */

type OrderWithDefinition = Pick<ReadableOrder, 'definition'> & { order: Pick<OrderRecord, 'state'> };

/**
 * Returns the open tasks of this person: those that the person can act on first, sorted by the time of
 * opening. The person cannot act on a task that waits for others, nor at a seat of a countersign without a
 * vote.
 */
export function openTasksOf({ order, definition }: OrderWithDefinition, actor: Actor): Task[] {
  const { state } = order;
  const seatContext = { state, context: { definition } };
  const isBlocked = (task: Task) => !isActionable(state, task) || !votesAtSeat(seatContext, task, actor);
  return state.tasks
    .filter((task) => task.outcome === null && isCandidateFor(actor, task))
    .sort(
      (left, right) => Number(isBlocked(left)) - Number(isBlocked(right)) || compareOpeningTimes(left, right),
    );
}

function compareOpeningTimes(left: Task, right: Task): number {
  if (left.openedAt === right.openedAt) return left.id - right.id;
  return left.openedAt < right.openedAt ? -1 : 1;
}

/**
 * Returns the open task that this person acts on: the one that the call names, else the one at the same node
 * that replaced it (after a withdraw or a return), else the longest open. A person with a seat of their own
 * in a countersign is led there from that of a department (docs/decisions/0105).
 */
export function openTaskOf(
  found: OrderWithDefinition,
  actor: Actor,
  traceNumber?: number | undefined,
  addressee?: DecisionContext['addressee'],
): Task | undefined {
  const { state } = found.order;
  const ownTasks = openTasksOf(found, actor);
  const namedTask = traceNumber === undefined ? undefined : state.tasks[traceNumber - 1];
  const task =
    ownTasks.find(({ id }) => id === namedTask?.id) ??
    ownTasks.find(({ nodeId }) => nodeId === namedTask?.nodeId) ??
    ownTasks[0];
  const context = { definition: found.definition, ...(addressee && { addressee }) };
  const seat = task && votingSeat({ state, context }, task, actor);
  return seat === undefined || isRefusal(seat) ? task : seat;
}

/**
 * Returns the finished tasks that 撤回 may withdraw, beginning with the task that it is about: the last one,
 * or the one that the call names if this person has finished it. If that task cannot be withdrawn, none is
 * returned, because no other task may be confused with the displayed one. The done list has one row for an
 * order, so that the others can be reached only here.
 */
export function withdrawableTasks(
  { state }: Pick<OrderRecord, 'state'>,
  actor: Actor,
  withdrawable: readonly number[],
  traceNumber: number | undefined,
): Task[] {
  const namedTask = traceNumber === undefined ? undefined : state.tasks[traceNumber - 1];
  const tasks = withdrawable.flatMap((id) => state.tasks[id - 1] ?? []).reverse();
  if (namedTask === undefined || !isHandledBy(namedTask, actor.staffId)) return tasks;
  return tasks.includes(namedTask) ? [namedTask, ...tasks.filter((task) => task !== namedTask)] : [];
}

export function presentTask({ order, definition }: ReadableOrder, task: Task, actor: Actor) {
  const { id, nodeId } = task;
  return {
    traceId: `${order.id}.${id}`,
    nodeId,
    nodeName: definition.nodes[nodeId]?.name ?? '',
    standsFor: absentPersonForTask(actor, task)?.name ?? '',
  };
}
