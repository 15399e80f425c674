import type { LimitExplanation } from '#contract/order-limits.ts';
import type { ClockLedger } from '#domain/calendar/clock-ledger.ts';
import { explainLimit } from '#domain/calendar/due-date-explanation.ts';
import type { Task } from '#domain/workflow/model/model.ts';
import type { Context } from '#server/framework/context.ts';
import { clockOfTask } from '#server/modules/cases/decisions/service.ts';
import { currentHolidays } from '#server/modules/organisation/holidays/service.ts';
import type { ReadableOrder } from './access.ts';

const maxTasks = 10;

/** Explains the limit of a task, or of the whole order, segment by segment (S2 §5). */
export async function explainOrderLimit(
  context: Context,
  { order, definition }: ReadableOrder,
  task: Task | undefined,
): Promise<LimitExplanation> {
  const { state } = order;
  const clockOf = (one: Task) => clockOfTask(one, { stateAfter: state, definition });
  const nameOf = ({ nodeId }: Task) => definition.nodes[nodeId]?.name ?? '';
  const endedAt = task ? (task.finishedAt ?? null) : (state.ended?.at ?? null);
  const clock: ClockLedger | null = task ? clockOf(task) : order.clock;
  const holidays = await currentHolidays(context.db);
  const at = endedAt === null ? context.now() : new Date(endedAt);
  return {
    nodeName: task ? nameOf(task) : '',
    ended: endedAt !== null,
    limit: clock && explainLimit(clock, holidays, { at, ended: endedAt !== null }),
    tasks: state.tasks
      .filter((one) => one.outcome === null && clockOf(one) !== null)
      .slice(0, maxTasks)
      .map((one) => ({ traceId: `${order.id}.${one.id}`, nodeName: nameOf(one) })),
  };
}
