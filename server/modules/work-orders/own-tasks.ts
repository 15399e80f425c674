import type { Actor } from '#domain/access/actor.ts';
import type { Task } from '#domain/workflow/model.ts';
import type { ReadableOrder } from './access.ts';
import type { OrderRecord } from './queries.ts';

/**
 * Which task of an order a person's page is about. After a fork one person may have several open tasks of one order;
 * buttons, field authority and typed forms are always those of one of them. See docs/decisions/0078.
 */

/** The open tasks that this person may act on, the longest open first. */
export function openTasksOf({ state }: Pick<OrderRecord, 'state'>, actor: Actor): Task[] {
  return state.tasks
    .filter(
      ({ outcome, candidates }) => outcome === null && candidates.some((key) => actor.keys.includes(key)),
    )
    .sort(byAge);
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
 * The finished task that 撤回 takes back, of those that can be taken back. Where the call names a task that this person
 * has finished, it is that one or none: what is on the screen is never taken for another.
 */
export function taskToTakeBack(
  { state }: Pick<OrderRecord, 'state'>,
  actor: Actor,
  withdrawable: readonly number[],
  named: number | undefined,
): number | undefined {
  const asked = named === undefined ? undefined : state.tasks[named - 1];
  if (asked?.finishedBy?.staffId !== actor.staffId) return withdrawable.at(-1);
  return withdrawable.find((id) => id === asked.id);
}

export function presentTask({ order, definition }: ReadableOrder, { id, nodeId }: Task) {
  return { traceId: `${order.id}.${id}`, nodeId, nodeName: definition.nodes[nodeId]?.name ?? '' };
}
