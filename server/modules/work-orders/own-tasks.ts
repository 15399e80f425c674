import type { Actor } from '#domain/access/actor.ts';
import { absentAt, answersTo } from '#domain/substitutes/standing-in.ts';
import type { Task } from '#domain/workflow/model.ts';
import { isDoneBy } from '#domain/workflow/outcomes.ts';
import { isActionable } from '#domain/workflow/slots/panels.ts';
import type { ReadableOrder } from './access.ts';
import type { OrderRecord } from './queries.ts';

/**
 * Which task of an order a person's page is about. After a fork one person may have several open tasks of one order;
 * buttons, field authority and typed forms are always those of one of them. See docs/decisions/0078.
 */

/** The open tasks of this person: those that wait for nobody else first, and of them the longest open. */
export function openTasksOf({ state }: Pick<OrderRecord, 'state'>, actor: Actor): Task[] {
  const isHeld = (task: Task) => !isActionable(state, task);
  return state.tasks
    .filter((task) => task.outcome === null && answersTo(actor, task))
    .sort((left, right) => Number(isHeld(left)) - Number(isHeld(right)) || byAge(left, right));
}

function byAge(left: Task, right: Task): number {
  if (left.openedAt === right.openedAt) return left.id - right.id;
  return left.openedAt < right.openedAt ? -1 : 1;
}

/**
 * The open task that this person acts on: the one that the call names, else the one at the same node that took its place
 * (after a withdraw or a return), else the longest open.
 */
export function openTaskOf(
  order: Pick<OrderRecord, 'state'>,
  actor: Actor,
  named?: number | undefined,
): Task | undefined {
  const mine = openTasksOf(order, actor);
  const asked = named === undefined ? undefined : order.state.tasks[named - 1];
  return (
    mine.find(({ id }) => id === asked?.id) ?? mine.find(({ nodeId }) => nodeId === asked?.nodeId) ?? mine[0]
  );
}

/**
 * The finished tasks that 撤回 may take back, the one that it is about first: the last, or the one that the call names if
 * this person has finished it. One that is named and cannot be taken back leaves none: what is on the screen is never
 * taken for another. The done list has one row for an order, so that the others are within reach here alone.
 */
export function tasksToTakeBack(
  { state }: Pick<OrderRecord, 'state'>,
  actor: Actor,
  withdrawable: readonly number[],
  named: number | undefined,
): Task[] {
  const asked = named === undefined ? undefined : state.tasks[named - 1];
  const tasks = withdrawable.flatMap((id) => state.tasks[id - 1] ?? []).reverse();
  if (asked === undefined || !isDoneBy(asked, actor.staffId)) return tasks;
  return tasks.includes(asked) ? [asked, ...tasks.filter((task) => task !== asked)] : [];
}

export function presentTask({ order, definition }: ReadableOrder, task: Task, actor: Actor) {
  const { id, nodeId } = task;
  return {
    traceId: `${order.id}.${id}`,
    nodeId,
    nodeName: definition.nodes[nodeId]?.name ?? '',
    standsFor: absentAt(actor, task)?.name ?? '',
  };
}
