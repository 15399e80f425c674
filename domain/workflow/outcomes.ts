import type { Task, TaskOutcome } from './model.ts';
import type { Panel, SeatOutcome } from './slots/panel.ts';

type Ended = Pick<Task, 'outcome'>;

/** A task that its person carried on: started, handled, submitted again, or voided. */
export function isDone({ outcome }: Ended): boolean {
  return outcome === 'started' || outcome === 'handled' || outcome === 'resubmitted' || outcome === 'voided';
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
