import type { ColumnType } from 'kysely';
import type { PortalTheme } from '#domain/enumerations/portal-theme.ts';
import type { DefaultedColumn, OptionalTimestamp, Timestamp } from './column-types.ts';

/** The tables of people's preferences, with the names of the database. */

export interface PersonPreferencesTable {
  staff_id: string;
  /** Null for a person who has chosen none. */
  theme: ColumnType<PortalTheme | null, PortalTheme | undefined, PortalTheme>;
  tour_ended_at: OptionalTimestamp;
  updated_at: Timestamp;
}

/** A saved view of a list: filters, sorting and columns under a name. */
export interface ListViewsTable {
  id: string;
  list: string;
  staff_id: string;
  name: string;
  /** The organisation with which it is shared; null for a private one. */
  shared_with: string | null;
  content: unknown;
  sort_by: DefaultedColumn<number>;
  updated_at: Timestamp;
  deleted_at: OptionalTimestamp;
}

export interface ListViewDefaultsTable {
  staff_id: string;
  list: string;
  view_id: string;
}

export interface PreferenceTables {
  person_preferences: PersonPreferencesTable;
  list_views: ListViewsTable;
  list_view_defaults: ListViewDefaultsTable;
}
