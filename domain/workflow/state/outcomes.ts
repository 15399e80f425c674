import type { Person } from '../../access/actor.ts';
import type { Task, TaskOutcome } from '../model/model.ts';
import type { Panel, SeatOutcome } from '../model/panel.ts';

type Ended = Pick<Task, 'outcome'>;

/** A task that its person carried on: started, handled, submitted again, or voided. */
export function isDone({ outcome }: Ended): boolean {
  return outcome === 'started' || outcome === 'handled' || outcome === 'resubmitted' || outcome === 'voided';
}

type Finished = Pick<Task, 'finishedBy' | 'standsFor'>;

/** Whose a finished task is when it is asked about again: who was away, where a substitute did it. */
export function doerOf({ finishedBy, standsFor }: Finished): Person | null {
  return standsFor ?? finishedBy;
}

/** Checks whether the person, or a substitute in the person's place, finished the task. */
export function isDoneBy({ finishedBy, standsFor }: Finished, staffId: string): boolean {
  return finishedBy?.staffId === staffId || standsFor?.staffId === staffId;
}

/** A task that somebody else's act closed, of whatever kind the act was. */
export function isClosed({ outcome }: Ended): boolean {
  return outcome?.startsWith('closedBy') === true;
}

/** The two words of a countersign, at a task, a seat or the panel itself. */
export function isVote(
  outcome: TaskOutcome | SeatOutcome | Panel['outcome'],
): outcome is 'passed' | 'failed' {
  return outcome === 'passed' || outcome === 'failed';
}
