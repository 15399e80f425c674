import { hasCode } from './code-list.ts';

/** Unit in which a time limit is counted (S1 countersign time unit, S2 day types). */
export const DayUnit = {
  workingDays: 1,
  calendarDays: 2,
} as const;
export type DayUnit = (typeof DayUnit)[keyof typeof DayUnit];

export const dayUnitLabel: Record<DayUnit, string> = {
  [DayUnit.workingDays]: '工作日',
  [DayUnit.calendarDays]: '自然日',
};

export function isDayUnit(value: unknown): value is DayUnit {
  return hasCode(DayUnit, value);
}
