import { type ClockLedger, startClock } from '#domain/calendar/clock-ledger.ts';
import { DayUnit } from '#domain/enumerations/day-unit.ts';
import { limitRunOf } from '#domain/workflow/limit-run.ts';
import type { OrderState, ProcessDefinition, StepLimit, Task } from '#domain/workflow/model/model.ts';

/**
 * Returns the limit of a slot as it runs, null without one: a seat's is that of those who were asked together, else that of
 * the slot whose person asked, for asking others gives the step no more days; every other slot's is its node's.
 */
export function clockOfTask(
  task: Task,
  at: { after: Pick<OrderState, 'tasks' | 'panels'>; definition: ProcessDefinition },
): ClockLedger | null {
  const { after, definition } = at;
  const { panelId, nodeId } = task;
  const panel = panelId === null ? undefined : after.panels[panelId - 1];
  if (panel?.limit) return startClock(panel.limit, new Date(panel.startedAt));
  const asking = after.tasks[(panel?.byTaskId ?? 0) - 1];
  if (asking) return clockOfTask(asking, at);
  const node = definition.nodes[nodeId];
  const limit = node?.kind === 'userTask' ? node.limit : undefined;
  const { startedAt, pauses } = limitRunOf(task, after.tasks);
  return limit ? { ...clockOf(limit, new Date(startedAt)), pauses } : null;
}

/** The ledger of a limit that starts running now. */
export function clockOf(limit: StepLimit, startedAt: Date): ClockLedger {
  const unit = limit.unit === 'workingDay' ? DayUnit.workingDays : DayUnit.calendarDays;
  return startClock({ amount: limit.amount, unit }, startedAt);
}
