import type { Actor, Person } from '../access/actor.ts';

/**
 * A person who may do tasks, by their own candidate keys and by those of the absent people whose substitute
 * they are.
 */
export type TaskActor = Pick<Actor, 'staffId' | 'keys' | 'substitutions'>;

interface OfferedTask {
  candidates: readonly string[];
  openedAt?: string;
  /** The people who requested the task. */
  askedBy?: readonly string[];
}

/** Checks whether a task is offered to the person, by an own key or a lent one. */
export function isCandidateFor(who: TaskActor, task: OfferedTask): boolean {
  return task.candidates.some((key) => who.keys.includes(key)) || absentPersonForTask(who, task) !== null;
}

/**
 * Returns the absent person for whom the person would do a task; null if the task is the person's own, or is
 * not offered. No person does, as a substitute, a task that they requested themselves.
 */
export function absentPersonForTask(
  { staffId, keys, substitutions = [] }: TaskActor,
  task: OfferedTask,
): Person | null {
  if (substitutions.length === 0 || task.candidates.some((key) => keys.includes(key))) return null;
  if (task.askedBy?.includes(staffId)) return null;
  const substitution = substitutions.find(
    (entry) =>
      task.candidates.some((key) => entry.keys.includes(key)) &&
      (entry.since === null || (task.openedAt !== undefined && task.openedAt >= entry.since)) &&
      (entry.until === undefined || (task.openedAt !== undefined && task.openedAt < entry.until)),
  );
  return substitution?.absentPerson ?? null;
}

/**
 * Returns the person with the keys that count for one order: only keys lent for its item, and no lent keys on
 * an order that the person started, because initiators must not decide on their own matters as substitutes.
 */
export function actorForOrder(actor: Actor, order: { taskCode: string; initiatorId: string }): Actor {
  if (!actor.substitutions) return actor;
  const { substitutions: all, ...ownActor } = actor;
  const substitutions = all.filter(
    ({ taskCodes }) => taskCodes === null || taskCodes.includes(order.taskCode),
  );
  const isOwnMatter = order.initiatorId === actor.staffId;
  return substitutions.length === 0 || isOwnMatter ? ownActor : { ...ownActor, substitutions };
}
