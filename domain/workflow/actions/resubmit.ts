import { isRefusal, type Refusal, refuse } from '../../refusals/refusals.ts';
import { type Draft, emit } from '../draft.ts';
import type { Command } from '../model.ts';
import { moveOn } from './carry-on.ts';
import { actorsTask, checkOpinion } from './checks.ts';

/** Resubmit (S1 §4, 14): the initiator hands an order in again that was returned to the start or recalled. */
export function decideResubmit(
  draft: Draft,
  command: Extract<Command, { action: 'resubmit' }>,
): Refusal | null {
  const task = actorsTask(draft, command.taskId);
  if (isRefusal(task)) return task;
  if (task.nodeId !== draft.context.definition.startId) return refuse('resubmitNotAllowed');
  const opinion = checkOpinion(command.opinion, false);
  if (opinion !== null) return opinion;
  emit(draft, {
    type: 'taskFinished',
    at: draft.at,
    taskId: task.id,
    outcome: 'resubmitted',
    by: draft.by,
    buttonId: null,
    opinion: command.opinion,
    resultCode: null,
  });
  return moveOn(draft, task);
}
