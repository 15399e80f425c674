import type { Person } from '../../access/actor.ts';
import type { Task, TaskOutcome } from '../model/model.ts';
import type { Panel, SeatOutcome } from '../model/panel.ts';

type TaskWithOutcome = Pick<Task, 'outcome'>;

/** Checks whether its person completed the task: started, handled, submitted again, or voided. */
export function isDone({ outcome }: TaskWithOutcome): boolean {
  return outcome === 'started' || outcome === 'handled' || outcome === 'resubmitted' || outcome === 'voided';
}

type FinishedTask = Pick<Task, 'finishedBy' | 'standsFor'>;

/**
 * Returns the person who counts as the handler of a finished task: the absent person, if a substitute did it.
 */
export function countedHandlerOf({ finishedBy, standsFor }: FinishedTask): Person | null {
  return standsFor ?? finishedBy;
}

/** Checks whether the person, or a substitute in the person's place, finished the task. */
export function isHandledBy({ finishedBy, standsFor }: FinishedTask, staffId: string): boolean {
  return finishedBy?.staffId === staffId || standsFor?.staffId === staffId;
}

/** Checks whether any kind of action by another person closed the task. */
export function isClosed({ outcome }: TaskWithOutcome): boolean {
  return outcome?.startsWith('closedBy') === true;
}

/** Checks whether an outcome is an answer of a countersign, at a task, a seat or the panel itself. */
export function isVote(
  outcome: TaskOutcome | SeatOutcome | Panel['outcome'],
): outcome is 'passed' | 'failed' {
  return outcome === 'passed' || outcome === 'failed';
}
