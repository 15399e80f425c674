import type { OrderState, Task, WorkflowEvent } from '#domain/workflow/model/model.ts';
import { openTasksInOrder } from '#domain/workflow/state/live-tokens.ts';
import { type SideRecordRow, sideRecordRow } from '#server/kernel/database/side-record-row.ts';

/** Returns the rows of the side records that these events opened or changed, each as it is at last. */
export function sideRecordRows(events: readonly WorkflowEvent[]): SideRecordRow[] {
  const last = new Map<number, SideRecordRow>();
  for (const event of events) {
    if (event.type === 'recordChanged') last.set(event.record.id, sideRecordRow(event.record));
  }
  return [...last.values()];
}

/** Returns the open tasks whose limit may have moved: all of the order if a side record has changed. */
export function movedLimits({
  stateBefore,
  stateAfter,
  events,
}: {
  stateBefore: OrderState | null;
  stateAfter: OrderState;
  events: readonly WorkflowEvent[];
}): Task[] {
  if (stateBefore === null || !events.some(({ type }) => type === 'recordChanged')) return [];
  return openTasksInOrder(stateAfter).filter(({ id }) => stateBefore.tasks[id - 1] !== undefined);
}
