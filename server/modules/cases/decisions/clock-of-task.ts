import { type ClockLedger, startClock } from '#domain/calendar/clock-ledger.ts';
import { limitRunOf } from '#domain/workflow/limit-run.ts';
import type { OrderState, ProcessDefinition, StepLimit, Task } from '#domain/workflow/model/model.ts';
import { timeLimitOf } from '#domain/workflow/model/step-limit.ts';

/**
 * Returns the running limit of a slot, null if it has none. A seat has the limit of its panel, or else the limit
 * of the slot from which the panel was started, because asking others does not extend the step; every other
 * slot has the limit of its node.
 */
export function clockOfTask(
  task: Task,
  context: { stateAfter: Pick<OrderState, 'tasks' | 'panels' | 'records'>; definition: ProcessDefinition },
): ClockLedger | null {
  const { stateAfter, definition } = context;
  const { panelId, nodeId } = task;
  const panel = panelId === null ? undefined : stateAfter.panels[panelId - 1];
  if (panel?.limit) return startClock(panel.limit, new Date(panel.startedAt));
  const requestingTask = stateAfter.tasks[(panel?.byTaskId ?? 0) - 1];
  if (requestingTask) return clockOfTask(requestingTask, context);
  const node = definition.nodes[nodeId];
  const limit = node?.kind === 'userTask' ? node.limit : undefined;
  if (limit === undefined) return null;
  const { startedAt, ...run } = limitRunOf(task, stateAfter);
  return { ...ledgerOf(limit, new Date(startedAt)), ...run };
}

/** Returns the ledger of a limit that starts at this time, without pauses. */
export function ledgerOf(limit: StepLimit, startedAt: Date): ClockLedger {
  return startClock(timeLimitOf(limit), startedAt);
}
