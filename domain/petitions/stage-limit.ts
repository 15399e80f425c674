import type { TimeLimit } from '../calendar/clock-ledger.ts';
import { DayUnit } from '../enumerations/day-unit.ts';
import { petitionLimits } from './petition-links.ts';

/** Returns the limit of an order of 复查 or 复核: calendar days, by the setting of the item whose order it reviews. */
export function stageLimit({ handlingDays }: { handlingDays?: number | undefined }): TimeLimit {
  return { amount: handlingDays ?? petitionLimits.stageDays, unit: DayUnit.calendarDays };
}
