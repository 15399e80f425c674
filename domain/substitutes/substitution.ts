import type { Actor, Person } from '../access/actor.ts';

/**
 * The person who may answer to a task, by own keys and by those of the absent people for whom the person
 * substitutes.
 */
export type Answering = Pick<Actor, 'staffId' | 'keys' | 'standsInFor'>;

interface OfferedTask {
  candidates: readonly string[];
  openedAt?: string;
  /** The people who asked for it. */
  askedBy?: readonly string[];
}

/** Checks whether a task is offered to the person, by an own key or by a lent one. */
export function answersTo(who: Answering, task: OfferedTask): boolean {
  return task.candidates.some((key) => who.keys.includes(key)) || absentAt(who, task) !== null;
}

/**
 * Returns the absent person in whose place the person would do a task; null where the task is the person's own, or not
 * offered at all. No person answers in another's place to a task that they asked for themselves.
 */
export function absentAt({ staffId, keys, standsInFor = [] }: Answering, task: OfferedTask): Person | null {
  if (standsInFor.length === 0 || task.candidates.some((key) => keys.includes(key))) return null;
  if (task.askedBy?.includes(staffId)) return null;
  const lent = standsInFor.find(
    (one) =>
      task.candidates.some((key) => one.keys.includes(key)) &&
      (one.since === null || (task.openedAt !== undefined && task.openedAt >= one.since)) &&
      (one.until === undefined || (task.openedAt !== undefined && task.openedAt < one.until)),
  );
  return lent?.absent ?? null;
}

/**
 * Returns the person as one order sees them: with the keys lent for its item alone, and without lent keys on
 * an order that the person started, because an initiator does not decide upon the own matter as a substitute.
 */
export function onOrder(actor: Actor, order: { taskCode: string; initiatorId: string }): Actor {
  if (!actor.standsInFor) return actor;
  const { standsInFor, ...own } = actor;
  const lent = standsInFor.filter(
    ({ taskCodes }) => taskCodes === null || taskCodes.includes(order.taskCode),
  );
  const isOwnMatter = order.initiatorId === actor.staffId;
  return lent.length === 0 || isOwnMatter ? own : { ...own, standsInFor: lent };
}
