import type { HolidayTable } from '#domain/calendar/holiday-table.ts';
import type { StaffDirectory } from './staff-directory.ts';

/** The inputs from which the demo's orders are planned. */
export interface Composition {
  seed: number;
  /** Nothing happens after this time; later steps are not done yet. */
  endsAt: Date;
  /** Number of work orders, without drafts. */
  orders: number;
  holidays: HolidayTable;
  directory: StaffDirectory;
}
