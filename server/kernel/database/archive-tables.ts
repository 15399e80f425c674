import type { AppraisalOutcome } from '#domain/archive/appraisal.ts';
import type { ArchivePart } from '#domain/archive/archive-record.ts';
import type {
  ArchiveFinding,
  ArchiveState,
  DestructionState,
  HandOverState,
  UsageKind,
} from '#domain/archive/archive-state.ts';
import type { DefaultedColumn, Json, OptionalTimestamp, Timestamp } from './column-types.ts';

/** Tables of the archive (migrations 0066, 0072 and 0074). */

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
  reason: DefaultedColumn<string>;
  tries: DefaultedColumn<number>;
  claim: DefaultedColumn<string | null>;
  told_at: OptionalTimestamp;
  asked_at: Timestamp;
  number: DefaultedColumn<string | null>;
  fonds: DefaultedColumn<string | null>;
  year: DefaultedColumn<number | null>;
  period: DefaultedColumn<string | null>;
  department: DefaultedColumn<string | null>;
  item: DefaultedColumn<number | null>;
  org_id: string;
  code: string;
  title: string;
  task_code: string;
  item_name: string;
  /** Date as `YYYY-MM-DD`. */
  concluded_on: string;
  kept_until: DefaultedColumn<string | null>;
  version: DefaultedColumn<number>;
  /** Name at the time when the order got its 档号. */
  fonds_name: DefaultedColumn<string | null>;
  prolonged: DefaultedColumn<string | null>;
  appraisal_id: DefaultedColumn<string | null>;
  destroyed_on: DefaultedColumn<string | null>;
}

export interface ArchivePackagesTable {
  workorder_id: string;
  version: number;
  /** Null if it was destroyed and its bytes are deleted. */
  bytes_id: string | null;
  /** Empty as soon as it is destroyed. */
  key_sealed: string;
  size: number;
  sha256: string;
  digest: string;
  parts: Json<readonly ArchivePart[]>;
  files: number;
  made_at: Timestamp;
  checked_at: OptionalTimestamp;
  found: DefaultedColumn<ArchiveFinding | null>;
}

export interface ArchiveRetrievalsTable {
  id: string;
  workorder_id: string;
  number: string;
  title: string;
  org_id: string;
  version: number;
  kind: UsageKind;
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
  note: DefaultedColumn<string>;
  state: HandOverState;
  made_at: Timestamp;
  made_by: string;
  /** Date as `YYYY-MM-DD`. */
  handed_on: DefaultedColumn<string | null>;
  received_by: DefaultedColumn<string>;
}

export interface ArchiveHandOverPackagesTable {
  workorder_id: string;
  version: number;
  hand_over_id: string;
  place: number;
}

export interface ArchiveAppraisalsTable {
  id: string;
  workorder_id: string;
  outcome: AppraisalOutcome;
  period: string | null;
  reason: string;
  even_handed_over: boolean;
  by_id: string;
  by_name: string;
  at: Timestamp;
  destruction_id: DefaultedColumn<string | null>;
}

export interface ArchiveDestructionsTable {
  id: string;
  number: string;
  org_id: string;
  org_name: string;
  note: DefaultedColumn<string>;
  state: DestructionState;
  made_at: Timestamp;
  made_by_id: string;
  made_by: string;
  decided_at: OptionalTimestamp;
  decided_by_id: DefaultedColumn<string | null>;
  decided_by: DefaultedColumn<string>;
  opinion: DefaultedColumn<string>;
  done_at: OptionalTimestamp;
}

export interface ArchiveDestructionItemsTable {
  destruction_id: string;
  place: number;
  workorder_id: string;
  appraisal_id: string;
  number: string;
  code: string;
  title: string;
  item_name: string;
  org_name: string;
  year: number;
  period: string;
  prolonged: string | null;
  /** Date as `YYYY-MM-DD`, like the next. */
  concluded_on: string;
  kept_until: string;
  version: number;
  versions: number;
  files: number;
  size: number;
  sha256: string;
  reason: string;
  appraised_by: string;
  handed_over: string;
}

export interface ArchiveTables {
  archive_appraisals: ArchiveAppraisalsTable;
  archive_destructions: ArchiveDestructionsTable;
  archive_destruction_items: ArchiveDestructionItemsTable;
  archive_fonds: ArchiveFondsTable;
  archive_items: ArchiveItemsTable;
  archive_counters: ArchiveCountersTable;
  archive_entries: ArchiveEntriesTable;
  archive_packages: ArchivePackagesTable;
  archive_retrievals: ArchiveRetrievalsTable;
  archive_hand_overs: ArchiveHandOversTable;
  archive_hand_over_packages: ArchiveHandOverPackagesTable;
}
