import type { OrderState, Task } from '../workflow/model.ts';
import { isVote } from '../workflow/outcomes.ts';
import type { Panel } from '../workflow/slots/panel.ts';

/** Tasks whose word counts: neither withdrawn nor sent back, in the order in which they were finished. */
function standing({ tasks, tokens, ended }: OrderState): Task[] {
  return tasks
    .filter(
      ({ tokenId, finishedBy, finishedAt, outcome }) =>
        finishedBy !== null &&
        outcome !== 'returned' &&
        outcome?.startsWith('closedBy') === false &&
        (tokens[tokenId - 1]?.dead === false || (ended !== null && finishedAt === ended.at)),
    )
    .sort((one, other) => one.finishedSeq - other.finishedSeq);
}

/** What counts at a task, whether it is open or was finished since: the tasks that were finished before it. */
export function saidBefore(state: OrderState, task: Task | undefined): Task[] {
  const isBefore = ({ finishedSeq }: Task) =>
    task === undefined || task.finishedSeq === 0 || finishedSeq < task.finishedSeq;
  return standing(state).filter((one) => one.id !== task?.id && isBefore(one));
}

/** The task that last recorded this process result, of those before and the task itself. */
export function lastWithResult(
  state: OrderState,
  task: Task | undefined,
  resultCode: number,
): Task | undefined {
  const own = task !== undefined && task.finishedSeq > 0 ? [task] : [];
  return [...saidBefore(state, task), ...own].findLast((one) => one.resultCode === resultCode);
}

/** The countersign that a paper of this task speaks of: the latest of its visit, else the latest of the order before it. */
export function countersignBefore(state: OrderState, task: Task | undefined): Panel | undefined {
  const panels = state.panels.filter(
    ({ kind, startedAt }) =>
      kind === 'countersign' && (task?.finishedAt == null || startedAt <= task.finishedAt),
  );
  return panels.findLast(({ tokenId }) => tokenId === task?.tokenId) ?? panels.at(-1);
}

/** Whether a seat said yes or no; null while it has said neither. */
export function voteOf({ outcome }: Panel['seats'][number]): boolean | null {
  return isVote(outcome) ? outcome === 'passed' : null;
}
