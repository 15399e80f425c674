import type { ColumnType } from 'kysely';
import type { PortalTheme } from '#domain/enumerations/portal-theme.ts';
import type { LateTimestamp, Timestamp } from './column-types.ts';

/** The table of what people have chosen, in the spelling of the database. */

export interface PersonPreferencesTable {
  staff_id: string;
  /** Null of somebody who has chosen none. */
  theme: ColumnType<PortalTheme | null, PortalTheme | undefined, PortalTheme>;
  tour_ended_at: LateTimestamp;
  updated_at: Timestamp;
}

export interface PreferenceTables {
  person_preferences: PersonPreferencesTable;
}
