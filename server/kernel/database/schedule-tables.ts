import type { OptionalTimestamp, Timestamp } from './column-types.ts';

/** The tables of the schedule, with the names of the database. */

export interface ScheduleEntriesTable {
  id: string;
  staff_id: string;
  name: string;
  address: string;
  starts_at: Timestamp;
  ends_at: Timestamp;
  remark: string;
  remind_minutes: number | null;
  remind_at: OptionalTimestamp;
  told_at: OptionalTimestamp;
  dismissed_at: OptionalTimestamp;
  deleted_at: OptionalTimestamp;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface ScheduleFeedsTable {
  staff_id: string;
  secret_hash: string;
  shows_titles: boolean;
  made_at: Timestamp;
  read_at: OptionalTimestamp;
}

export interface ScheduleTables {
  schedule_entries: ScheduleEntriesTable;
  schedule_feeds: ScheduleFeedsTable;
}
