import type { ClockPause } from '../calendar/clock-ledger.ts';
import type { Task } from './model/model.ts';

/** Since when the limit of a task runs (ISO times), and when it stood still. */
export interface LimitRun {
  startedAt: string;
  pauses: readonly ClockPause[];
}

/**
 * Returns since when the limit of a task runs (docs/decisions/0084). A step that the order returns to, by a
 * return or a withdrawal, keeps the limit that it had: the return neither gives its handlers more days nor
 * moves the task behind newer ones. A step that returned the order keeps its limit too when the order is
 * there again, by any way: its clock stopped meanwhile, and a late task stays late. So does a task that takes
 * the place of another at the same moment, as after a delegation. Every other task begins anew.
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
  const away = { key: `away.${task.id}`, from, until: task.openedAt, reason: '退回他人办理' };
  return { startedAt, pauses: [...pauses, away] };
}
