import type { HolidayTable } from '../calendar/holiday-table.ts';
import type { LocalDate } from '../calendar/local-date.ts';
import type { Budget } from './budget.ts';

/** Everything beside its names that the value of an expression depends on. */
export interface Evaluation {
  budget: Budget;
  /**
   * True in forms: an empty cell is left out of sums and lists, instead of making the result empty, and rows inside
   * rows are one list.
   */
  skipsBlanks?: boolean;
  /** The current day of the office; without it `today()` is null. */
  today?: LocalDate;
  /** The working days of the office; without them functions of working days are null. */
  holidays?: HolidayTable | undefined;
}
