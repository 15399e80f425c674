import type { TimeLimit } from '../../calendar/clock-ledger.ts';
import { DayUnit } from '../../enumerations/day-unit.ts';
import type { ProcessDefinition, StepLimit, Task } from './model.ts';

/** Returns a limit of a process definition in the calendar's units. */
export function timeLimitOf({ amount, unit }: StepLimit): TimeLimit {
  return { amount, unit: unit === 'workingDay' ? DayUnit.workingDays : DayUnit.calendarDays };
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
