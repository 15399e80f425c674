import type { Actor, Person } from '../../access/actor.ts';
import type { OrderState, Task } from '../model/model.ts';
import { countedHandlerOf, isClosed } from '../state/outcomes.ts';
import { staffKey } from './builder.ts';

/** A person who did a node before, and whom a later handler of the node may ask again. */
export interface EarlierHandler {
  /** Candidate key of the person. */
  key: string;
  person: Person;
  /** Time of the latest completion. */
  at: string;
}

/**
 * Returns the people who finished a slot of the same node before, of any kind and in any visit, latest first:
 * those who handed the task over, signed it, or had it before it came back (S1 §4, return to handler).
 */
export function earlierHandlers(
  { tasks }: Pick<OrderState, 'tasks'>,
  { id, nodeId }: Pick<Task, 'id' | 'nodeId'>,
  excluded?: Pick<Actor, 'staffId'>,
): EarlierHandler[] {
  const handlers = new Map<string, EarlierHandler>();
  const done = tasks.filter(
    (task) => task.nodeId === nodeId && task.id !== id && task.outcome !== null && !isClosed(task),
  );
  for (const task of done.sort((left, right) => right.finishedSeq - left.finishedSeq)) {
    const person = countedHandlerOf(task);
    if (person === null || person.staffId === excluded?.staffId || handlers.has(person.staffId)) continue;
    handlers.set(person.staffId, { key: staffKey(person.staffId), person, at: task.finishedAt ?? '' });
  }
  return [...handlers.values()];
}
