import type { HolidayTable } from '#domain/calendar/holiday-table.ts';
import type { StoryDesk } from './story-desk.ts';

/** The inputs from which the demo's orders are planned. */
export interface Composition {
  seed: number;
  /** Nothing happens after this time; later steps are not done yet. */
  until: Date;
  /** Number of work orders, without drafts. */
  orders: number;
  holidays: HolidayTable;
  desk: StoryDesk;
}
