import type { HolidayTable } from '#domain/calendar/holiday-table.ts';
import type { StoryDesk } from './story-desk.ts';

/** The inputs from which the demo's orders are planned. */
export interface Composition {
  seed: number;
  /** Nothing happens after this instant; later steps are simply not done yet. */
  until: Date;
  /** Work orders, drafts not counted. */
  orders: number;
  holidays: HolidayTable;
  desk: StoryDesk;
}
