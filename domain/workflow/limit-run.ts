import type { ClockExtension, ClockPause } from '../calendar/clock-ledger.ts';
import { extensionsOf, pausesOf } from '../records/clock.ts';
import type { OrderState, Task } from './model/model.ts';

/** Start of the running limit of a task (ISO times), its pauses and its extensions. */
export interface LimitRun {
  startedAt: string;
  pauses: readonly ClockPause[];
  extensions: readonly ClockExtension[];
}

/**
 * Returns the start, the pauses and the extensions of a task's limit (docs/decisions/0084, 0232): the side records of
 * its visits and of the whole order stop and extend it.
 */
export function limitRunOf(
  task: Task,
  { tasks, records = [] }: Pick<OrderState, 'tasks' | 'records'>,
): LimitRun {
  const { startedAt, pauses, tokenIds } = visitsOf(task, tasks);
  const ownRecords = records.filter(
    ({ taskId }) => taskId === null || tokenIds.includes(tasks[taskId - 1]?.tokenId ?? 0),
  );
  return {
    startedAt,
    pauses: [...pauses, ...pausesOf(ownRecords)],
    extensions: extensionsOf(ownRecords, 'task'),
  };
}

/**
 * Returns the visits that one limit covers. A step to which the order returns, by a return or a withdrawal, keeps its
 * earlier limit: the return neither gives its handlers more days nor moves the task behind newer ones. A step that
 * returned the order keeps its limit too when the order arrives there again, by any path: its clock is paused in
 * between, and a late task stays late. So does a task that replaces another at the same moment, as after a delegation.
 * Every other task gets a new limit.
 */
function visitsOf(
  task: Task,
  tasks: readonly Task[],
): { startedAt: string; pauses: ClockPause[]; tokenIds: number[] } {
  const withThisVisit = (earlier: ReturnType<typeof visitsOf>) => ({
    ...earlier,
    tokenIds: [...earlier.tokenIds, task.tokenId],
  });
  const replaced = task.replaces === null ? undefined : tasks[task.replaces - 1];
  if (replaced?.openedAt === task.openedAt) return withThisVisit(visitsOf(replaced, tasks));
  const earlier = tasks.findLast(
    ({ id, nodeId, kind }) => id < task.id && nodeId === task.nodeId && kind === task.kind,
  );
  if (earlier !== undefined && (task.origin === 'return' || task.origin === 'withdraw'))
    return withThisVisit(visitsOf(earlier, tasks));
  if (earlier?.outcome !== 'returned')
    return { startedAt: task.openedAt, pauses: [], tokenIds: [task.tokenId] };
  const { startedAt, pauses, tokenIds } = visitsOf(earlier, tasks);
  const from = earlier.finishedAt ?? task.openedAt;
  const absence = { key: `away.${task.id}`, from, until: task.openedAt, reason: '退回他人办理' };
  return { startedAt, pauses: [...pauses, absence], tokenIds: [...tokenIds, task.tokenId] };
}
