import { LimitUnit, type TimeLimit } from '../../calendar/clock-ledger.ts';
import type { ProcessDefinition, StepLimit, Task } from './model.ts';

const unitOf: Record<StepLimit['unit'], LimitUnit> = {
  workingDay: LimitUnit.workingDays,
  calendarDay: LimitUnit.calendarDays,
  month: LimitUnit.months,
};

/** Returns a limit of a process definition in the calendar's units. */
export function timeLimitOf({ amount, unit, roll }: StepLimit): TimeLimit {
  return { amount, unit: unitOf[unit], ...(roll === false && { roll }) };
}

/** Returns the limits of an order and of one of its tasks; null without one. */
export function limitsAt(
  definition: ProcessDefinition,
  task: Pick<Task, 'nodeId'> | undefined,
): { order: TimeLimit | null; task: TimeLimit | null } {
  const node = task && definition.nodes[task.nodeId];
  const own = node?.kind === 'userTask' ? node.limit : undefined;
  return {
    order: definition.limit ? timeLimitOf(definition.limit) : null,
    task: own ? timeLimitOf(own) : null,
  };
}
