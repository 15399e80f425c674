import type { Generated } from 'kysely';
import type { Json, OptionalTimestamp } from './column-types.ts';

export interface HolidaysTable {
  /** Date as `YYYY-MM-DD`. */
  day: string;
  kind: 'holiday' | 'workday';
  name: string;
}

/** Progress of the move of due dates to a changed calendar: one row (docs/decisions/0233). */
export interface CalendarMovesTable {
  only_row: Generated<boolean>;
  /** Rows of `holidays` by which all due dates are calculated. */
  applied: Json<unknown>;
  /** Rows of the calendar to which a move that is not over leads. */
  target: Json<unknown> | null;
  target_at: OptionalTimestamp;
  from_day: string | null;
  last_order: string | null;
  moved: Generated<number>;
}

export interface CalendarTables {
  holidays: HolidaysTable;
  calendar_moves: CalendarMovesTable;
}
