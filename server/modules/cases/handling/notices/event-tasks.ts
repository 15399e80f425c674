import type { OrderState, Task, WorkflowEvent } from '#domain/workflow/model/model.ts';
import { isDone } from '#domain/workflow/state/outcomes.ts';
import { blockingPanel } from '#domain/workflow/state/panels.ts';

/** Returns the tasks on which no person can act any more: finished or closed, or now waiting for asked people. */
export function noLongerActionableTasks(events: readonly WorkflowEvent[]): number[] {
  return events.flatMap((event) => {
    if (event.type === 'taskFinished' || event.type === 'taskClosed') return [event.taskId];
    const { byTaskId = null, kind } = event.type === 'panelOpened' ? event.panel : {};
    return byTaskId === null || kind === 'after' ? [] : [byTaskId];
  });
}

/** Returns open tasks that the action opened, for people who need not wait for others. */
export function openedTasks(state: OrderState, events: readonly WorkflowEvent[]) {
  const closed = new Set(noLongerActionableTasks(events));
  return events.flatMap((event) =>
    event.type === 'taskOpened' && !closed.has(event.task.id) && !blockingPanel(state, event.task.id)
      ? [state.tasks[event.task.id - 1] ?? event.task]
      : [],
  );
}

/** Returns the person of the last completed task before this one, at whatever node. */
export function finisherOfPreviousTask(
  { tasks }: Pick<OrderState, 'tasks'>,
  task: Task,
): Task['finishedBy'] | undefined {
  const before = tasks
    .filter(({ id, outcome, tokenId }) => id !== task.id && tokenId !== task.tokenId && isDone({ outcome }))
    .sort((left, right) => right.finishedSeq - left.finishedSeq);
  return before[0]?.finishedBy;
}
