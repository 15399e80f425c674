import type { OrderState, Task } from '../workflow/model/model.ts';
import type { Panel } from '../workflow/model/panel.ts';
import { isClosed, isVote } from '../workflow/state/outcomes.ts';

/**
 * Returns the tasks whose opinion counts, neither withdrawn nor sent back, in the order in which they were
 * finished.
 */
function listCountedTasks(state: OrderState): Task[] {
  return state.tasks
    .filter(
      (task) =>
        task.finishedBy !== null && task.outcome !== 'returned' && !isClosed(task) && isInForce(state, task),
    )
    .sort((counted, other) => counted.finishedSeq - other.finishedSeq);
}

/**
 * Checks that the visit of a task was not withdrawn or sent back; the end of the order does not count as
 * that.
 */
export function isInForce({ tokens, ended }: OrderState, { tokenId, finishedAt }: Task): boolean {
  return tokens[tokenId - 1]?.dead === false || (ended !== null && finishedAt === ended.at);
}

/**
 * Checks whether the order has returned to the node from which this task sent it back; another return is a
 * separate one.
 */
export function hasReturned({ tasks }: OrderState, { id, nodeId, outcome }: Task): boolean {
  return outcome === 'returned' && tasks.some((later) => later.id > id && later.nodeId === nodeId);
}

/**
 * Lists the tasks that count at a task, which may be open or finished: those that were finished before it.
 */
export function countedTasksAt(state: OrderState, task: Task | undefined): Task[] {
  const isBefore = ({ finishedSeq }: Task) =>
    task === undefined || task.finishedSeq === 0 || finishedSeq < task.finishedSeq;
  return listCountedTasks(state).filter((counted) => counted.id !== task?.id && isBefore(counted));
}

/** Returns the last task with this process result, among the earlier tasks and the task itself. */
export function lastWithResult(
  state: OrderState,
  task: Task | undefined,
  resultCode: number,
): Task | undefined {
  const ownTasks = task !== undefined && task.finishedSeq > 0 ? [task] : [];
  return [...countedTasksAt(state, task), ...ownTasks].findLast(
    (counted) => counted.resultCode === resultCode,
  );
}

/**
 * Returns the countersign that a document of this task refers to: the latest of its visit, else the latest of
 * the order before it.
 */
export function countersignBefore(state: OrderState, task: Task | undefined): Panel | undefined {
  const panels = state.panels.filter(
    ({ kind, startedAt }) =>
      kind === 'countersign' && (task?.finishedAt == null || startedAt <= task.finishedAt),
  );
  return panels.findLast(({ tokenId }) => tokenId === task?.tokenId) ?? panels.at(-1);
}

/** Returns the vote of a participant: true for yes, false for no, null for none yet. */
export function voteOf({ outcome }: Panel['seats'][number]): boolean | null {
  return isVote(outcome) ? outcome === 'passed' : null;
}
