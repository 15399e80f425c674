import type { ArchivePart } from '#domain/archive/archive-record.ts';
import type {
  ArchiveFinding,
  ArchiveState,
  HandOverState,
  RetrievalKind,
} from '#domain/archive/archive-state.ts';
import type { Defaulted, Json, LateTimestamp, Timestamp } from './column-types.ts';

/** Tables of the archive (migration 0066). */

export interface ArchiveFondsTable {
  org_id: string;
  code: string;
  name: string;
}

export interface ArchiveItemsTable {
  task_code: string;
  period: string;
  department: string;
}

export interface ArchiveCountersTable {
  fonds: string;
  year: number;
  period: string;
  department: string;
  last: number;
}

export interface ArchiveEntriesTable {
  workorder_id: string;
  state: ArchiveState;
  reason: Defaulted<string>;
  tries: Defaulted<number>;
  claim: Defaulted<string | null>;
  told_at: LateTimestamp;
  asked_at: Timestamp;
  number: Defaulted<string | null>;
  fonds: Defaulted<string | null>;
  year: Defaulted<number | null>;
  period: Defaulted<string | null>;
  department: Defaulted<string | null>;
  item: Defaulted<number | null>;
  org_id: string;
  code: string;
  title: string;
  task_code: string;
  item_name: string;
  /** `YYYY-MM-DD`. */
  concluded_on: string;
  kept_until: Defaulted<string | null>;
  version: Defaulted<number>;
  /** As it was when the order got its 档号. */
  fonds_name: Defaulted<string | null>;
  prolonged: Defaulted<string | null>;
  appraisal_id: Defaulted<string | null>;
  destroyed_on: Defaulted<string | null>;
}

export interface ArchivePackagesTable {
  workorder_id: string;
  version: number;
  bytes_id: string;
  key_sealed: string;
  size: number;
  sha256: string;
  digest: string;
  parts: Json<readonly ArchivePart[]>;
  files: number;
  made_at: Timestamp;
  checked_at: LateTimestamp;
  found: Defaulted<ArchiveFinding | null>;
}

export interface ArchiveRetrievalsTable {
  id: string;
  workorder_id: string;
  number: string;
  title: string;
  org_id: string;
  version: number;
  kind: RetrievalKind;
  purpose: string;
  staff_id: string;
  staff_name: string;
  org_name: string;
  at: Timestamp;
}

export interface ArchiveHandOversTable {
  id: string;
  number: string;
  org_id: string;
  receiver: string;
  note: Defaulted<string>;
  state: HandOverState;
  made_at: Timestamp;
  made_by: string;
  /** `YYYY-MM-DD`. */
  handed_on: Defaulted<string | null>;
  received_by: Defaulted<string>;
}

export interface ArchiveHandOverPackagesTable {
  workorder_id: string;
  version: number;
  hand_over_id: string;
  place: number;
}

export interface ArchiveTables {
  archive_fonds: ArchiveFondsTable;
  archive_items: ArchiveItemsTable;
  archive_counters: ArchiveCountersTable;
  archive_entries: ArchiveEntriesTable;
  archive_packages: ArchivePackagesTable;
  archive_retrievals: ArchiveRetrievalsTable;
  archive_hand_overs: ArchiveHandOversTable;
  archive_hand_over_packages: ArchiveHandOverPackagesTable;
}
