import type { ColumnType } from 'kysely';

/** Reads as Date and accepts Date. */
export type Timestamp = ColumnType<Date, Date, Date>;
/** A timestamp that may be left out when inserting. */
export type OptionalTimestamp = ColumnType<Date | null, Date | null | undefined, Date | null>;
/** Reads as T and accepts JSON text. */
export type Json<T> = ColumnType<T, string, string>;
/** May be left out when inserting; the database has a default. */
export type DefaultedColumn<T> = ColumnType<T, T | undefined, T>;
