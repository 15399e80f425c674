import type { ClockPause } from '../calendar/clock-ledger.ts';
import type { Task } from './model/model.ts';

/** Start of the running limit of a task (ISO times), and its pauses. */
export interface LimitRun {
  startedAt: string;
  pauses: readonly ClockPause[];
}

/**
 * Returns the start and the pauses of a task's limit (docs/decisions/0084). A step to which the order
 * returns, by a return or a withdrawal, keeps its earlier limit: the return neither gives its handlers more
 * days nor moves the task behind newer ones. A step that returned the order keeps its limit too when the
 * order arrives there again, by any path: its clock is paused in between, and a late task stays late. So does
 * a task that replaces another at the same moment, as after a delegation. Every other task gets a new limit.
 */
export function limitRunOf(task: Task, tasks: readonly Task[]): LimitRun {
  const replaced = task.replaces === null ? undefined : tasks[task.replaces - 1];
  if (replaced?.openedAt === task.openedAt) return limitRunOf(replaced, tasks);
  const earlier = tasks.findLast(
    ({ id, nodeId, kind }) => id < task.id && nodeId === task.nodeId && kind === task.kind,
  );
  if (earlier !== undefined && (task.origin === 'return' || task.origin === 'withdraw'))
    return limitRunOf(earlier, tasks);
  if (earlier?.outcome !== 'returned') return { startedAt: task.openedAt, pauses: [] };
  const { startedAt, pauses } = limitRunOf(earlier, tasks);
  const from = earlier.finishedAt ?? task.openedAt;
  const absence = { key: `away.${task.id}`, from, until: task.openedAt, reason: '退回他人办理' };
  return { startedAt, pauses: [...pauses, absence] };
}
