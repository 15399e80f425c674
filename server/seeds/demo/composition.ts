import type { HolidayTable } from '#domain/calendar/holiday-table.ts';
import type { StoryDesk } from './story-desk.ts';

/** What the plan of the demo's orders is made from. */
export interface Composition {
  seed: number;
  /** Nothing happens after this instant; what would have is simply not done yet. */
  until: Date;
  /** Work orders, drafts not counted. */
  orders: number;
  holidays: HolidayTable;
  desk: StoryDesk;
}
