import type { Task } from './model.ts';

/**
 * Returns when the limit of a task began (ISO time). A step that the order comes back to, by a return or a withdrawal, goes on
 * with the limit that it had: coming back neither gives its handlers more days nor moves the task behind newer ones
 * (docs/decisions/0084). So does a task that takes the place of another at the same moment, as after a delegation. Every
 * other task begins anew.
 */
export function limitStartOf(task: Task, tasks: readonly Task[]): string {
  const replaced = task.replaces === null ? undefined : tasks[task.replaces - 1];
  if (replaced?.openedAt === task.openedAt) return limitStartOf(replaced, tasks);
  if (task.origin !== 'return' && task.origin !== 'withdraw') return task.openedAt;
  const earlier = tasks.findLast(
    ({ id, nodeId, kind }) => id < task.id && nodeId === task.nodeId && kind === task.kind,
  );
  return earlier === undefined ? task.openedAt : limitStartOf(earlier, tasks);
}
