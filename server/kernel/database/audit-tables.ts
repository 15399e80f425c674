import type { ColumnType } from 'kysely';
import type { DefaultedColumn, Json, OptionalTimestamp, Timestamp } from './column-types.ts';

/** The tables of the audit log, with the names of the database. */

type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;

export interface AuditLinksTable {
  chain: string;
  seq: number;
  at: Timestamp;
  staff_id: Optional<string>;
  staff_name: string;
  action: string;
  object_kind: string;
  object_id: string;
  detail: Json<unknown>;
  request_id: string;
  /**
   * Digests by object (`finished:2`, `form:PETITION`); null if the action wrote nothing that a digest covers.
   */
  digests: ColumnType<Record<string, string> | null, string | null | undefined, never>;
  prev_hash: string;
  hash: string;
  written_in: ColumnType<number, never, never>;
}

export interface AuditHeadsTable {
  chain: string;
  seq: number;
  hash: string;
}

export interface AuditAnchorsTable {
  seq: number;
  at: Timestamp;
  horizon: number;
  heads: Json<[chain: string, seq: number, hash: string, code?: string][]>;
  prev_hash: string;
  hash: string;
}

export interface AuditVerificationsTable {
  id: string;
  state: 'waiting' | 'running' | 'whole' | 'broken' | 'failed';
  asked_by: string;
  asked_by_name: string;
  asked_at: Timestamp;
  told_at: OptionalTimestamp;
  finished_at: OptionalTimestamp;
  links: DefaultedColumn<number>;
  links_in_all: DefaultedColumn<number>;
  orders: DefaultedColumn<number>;
  files: DefaultedColumn<number>;
  anchors: DefaultedColumn<number>;
  findings: Json<string[]>;
  findings_in_all: DefaultedColumn<number>;
  last_anchor_hash: DefaultedColumn<string>;
  with_files: DefaultedColumn<boolean>;
  acknowledged_in_all: DefaultedColumn<number>;
}

export interface RecordChangesTable {
  /** An xid8, which the driver reads as text. */
  written_in: ColumnType<string, never, never>;
  table_name: string;
  row_key: string;
}

export interface AuditTables {
  audit_links: AuditLinksTable;
  audit_heads: AuditHeadsTable;
  audit_anchors: AuditAnchorsTable;
  audit_verifications: AuditVerificationsTable;
  record_changes: RecordChangesTable;
}
