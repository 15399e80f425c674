import { LimitUnit, type TimeLimit } from '../calendar/clock-ledger.ts';
import type { StepLimit } from './model/model.ts';

const unitOf: Record<StepLimit['unit'], LimitUnit> = {
  workingDay: LimitUnit.workingDays,
  calendarDay: LimitUnit.calendarDays,
  month: LimitUnit.months,
};

/** Returns the limit of a definition as the calendar counts it. */
export function timeLimitOf({ amount, unit, roll }: StepLimit): TimeLimit {
  return { amount, unit: unitOf[unit], ...(roll === false && { roll }) };
}
