import type { ColumnType } from 'kysely';
import type { ArchiveTables } from './archive-tables.ts';
import type { AuditTables } from './audit-tables.ts';
import type { CalendarTables } from './calendar-tables.ts';
import type { DefaultedColumn, OptionalTimestamp, Timestamp } from './column-types.ts';
import type { DocumentTables } from './document-tables.ts';
import type { ExpressTables } from './express-tables.ts';
import type { FileTables } from './file-tables.ts';
import type { InstallationTables } from './installation-tables.ts';
import type { MessageTables } from './message-tables.ts';
import type { PaymentTables } from './payment-tables.ts';
import type { PhoneUploadTables } from './phone-upload-tables.ts';
import type { PreferenceTables } from './preference-tables.ts';
import type { ScheduleTables } from './schedule-tables.ts';
import type { SecondFactorTables } from './second-factor-tables.ts';
import type { SupervisionTables } from './supervision-tables.ts';
import type { WorkOrderTables } from './work-order-tables.ts';

/** One interface per table, with the names of the database; bigint columns are read as numbers. */

type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;

export interface SessionsTable {
  id: string;
  token_hash: string;
  staff_id: string;
  login_type: string;
  address: string;
  user_agent: DefaultedColumn<string>;
  created_at: Timestamp;
  seen_at: Timestamp;
  ended_at: OptionalTimestamp;
  end_reason: Optional<string>;
  sign_on_proof_sealed: Optional<string>;
  password_expired: DefaultedColumn<boolean>;
  identity_confirmed_at: OptionalTimestamp;
  identity_confirmed_by: Optional<'code' | 'recovery-code' | 'password'>;
}

export interface SignOnsTable {
  state_hash: string;
  browser_hash: string;
  kept_sealed: string;
  return_address: string;
  target: string;
  expires_at: Timestamp;
}

export interface DeviceTokensTable {
  id: DefaultedColumn<string>;
  address: DefaultedColumn<string>;
  token_hash: string;
  staff_id: string;
  may_sign_in: boolean;
  user_agent: DefaultedColumn<string>;
  created_at: Timestamp;
  used_at: Timestamp;
  revoked_at: OptionalTimestamp;
}

export interface CaptchasTable {
  token_hash: string;
  kind: 'picture' | 'work';
  answer: string;
  expires_at: Timestamp;
}

export interface TicketsTable {
  ticket_hash: string;
  session_id: string;
  purpose: string;
  subject: DefaultedColumn<string>;
  expires_at: Timestamp;
}

export interface RateLimitsTable {
  bucket: string;
  window_started_at: Timestamp;
  hits: number;
}

export interface SharedSecretsTable {
  name: string;
  sealed: string;
  created_at: Timestamp;
}

export interface PackageSignersTable {
  fingerprint: string;
  office: string;
  confirmed_by: string;
  confirmed_at: Timestamp;
}

export interface IdempotencyKeysTable {
  staff_id: string;
  key: string;
  endpoint: string;
  request_hash: string;
  answer: string;
  created_at: Timestamp;
}

export interface DatabaseHeartbeatTable {
  only_row: ColumnType<boolean, boolean | undefined, never>;
  beat_at: Timestamp;
}

export interface WorkerHeartbeatsTable {
  worker_id: string;
  process_id: string;
  seen_at: Timestamp;
}

export interface MessagesTable {
  id: string;
  staff_id: string;
  kind: string;
  title: string;
  content: string;
  workorder_id: Optional<string>;
  workorder_code: Optional<string>;
  task_number: Optional<number>;
  sent_at: Timestamp;
  read_at: OptionalTimestamp;
}

export interface AreasTable {
  id: string;
  code: string;
  level: number;
  name: string;
  full_name: string;
  parent_id: Optional<string>;
  sort_by: DefaultedColumn<number>;
  enabled: DefaultedColumn<boolean>;
  /** Maintained by a trigger. */
  search_keys: DefaultedColumn<string>;
}

export interface OrganisationsTable {
  id: string;
  code: string;
  name: string;
  kind: 'organisation' | 'department';
  parent_id: Optional<string>;
  area_code: string;
  level: number;
  sort_by: DefaultedColumn<number>;
  path: string;
  enabled: DefaultedColumn<boolean>;
  address: DefaultedColumn<string>;
  phone: DefaultedColumn<string>;
}

export interface HallsTable {
  id: string;
  name: string;
  area_code: string;
  org_id: string;
  sort_by: DefaultedColumn<number>;
}

export interface WindowsTable {
  id: string;
  name: string;
  number: string;
  hall_id: string;
  sort_by: DefaultedColumn<number>;
}

export interface PositionsTable {
  id: string;
  code: string;
  name: string;
  org_id: Optional<string>;
  sort_by: DefaultedColumn<number>;
}

export interface UserGroupsTable {
  id: string;
  code: string;
  name: string;
  /** Ids of business categories; empty for all. */
  applications: DefaultedColumn<string[]>;
  sort_by: DefaultedColumn<number>;
}

export interface StaffTable {
  id: string;
  account: string;
  name: string;
  password_hash: string;
  password_changed_at: Timestamp;
  must_change_password: DefaultedColumn<boolean>;
  id_card_sealed: Optional<string>;
  id_card_digest: Optional<string>;
  mobile_sealed: Optional<string>;
  mobile_digest: Optional<string>;
  org_id: string;
  department_id: Optional<string>;
  title: DefaultedColumn<string>;
  default_landing: Optional<string>;
  disabled_at: OptionalTimestamp;
  created_at: Timestamp;
  /** Maintained by a trigger, like `search_keys`. */
  pinyin: DefaultedColumn<string>;
  search_keys: DefaultedColumn<string>;
}

export interface RolesTable {
  code: string;
  name: string;
  sort_by: DefaultedColumn<number>;
}

export interface RolePermissionsTable {
  role_code: string;
  permission: string;
}

export interface StaffRolesTable {
  staff_id: string;
  role_code: string;
}

export interface StaffPositionsTable {
  staff_id: string;
  position_id: string;
}

export interface StaffGroupsTable {
  staff_id: string;
  group_id: string;
}

export interface StaffWindowsTable {
  staff_id: string;
  window_id: string;
}

export interface MenusTable {
  id: string;
  client_code: string;
  code: string;
  title: string;
  url: string;
  icon: Optional<string>;
  parent_id: Optional<string>;
  sort_by: DefaultedColumn<number>;
}

export interface RoleMenusTable {
  role_code: string;
  menu_id: string;
}

export interface SeedStepsTable {
  name: string;
  started_at: Timestamp;
  finished_at: OptionalTimestamp;
}

/** Substitutes who do the tasks of absent people. */
export interface SubstituteRulesTable {
  id: string;
  absent_id: string;
  substitute_id: string;
  starts_on: string;
  ends_on: string;
  /** Null for all matters. */
  task_codes: string[] | null;
  since: Date | null;
  reason: string;
  set_by_id: string;
  set_by_name: string;
  created_at: Timestamp;
  begun_at: OptionalTimestamp;
  ended_at: OptionalTimestamp;
  ended_by_name: Optional<string>;
}

/** The hand-over of all open work of a departing person. */
export interface HandOversTable {
  id: string;
  /** Null for tasks that had no handler. */
  from_id: string | null;
  reason: string;
  started_by_id: string;
  started_by_name: string;
  started_at: Timestamp;
}

export interface HandOverTasksTable {
  hand_over_id: string;
  workorder_id: string;
  number: number;
  place: number;
  receiver_id: string;
  state: string;
  reason: string;
  settled_at: OptionalTimestamp;
}

/** Lists that people exported as files. */
export interface ExportsTable {
  id: string;
  staff_id: string;
  account: string;
  list: string;
  title: string;
  file_name: string;
  format: string;
  asked_sealed: string;
  columns: string[];
  row_ids: Optional<string[]>;
  page_path: string;
  state: string;
  rows: DefaultedColumn<number>;
  rows_in_all: number;
  tries: DefaultedColumn<number>;
  claim: Optional<string>;
  told_at: OptionalTimestamp;
  file_id: Optional<string>;
  size: DefaultedColumn<number>;
  sha256: DefaultedColumn<string>;
  asked_at: Timestamp;
  finished_at: OptionalTimestamp;
  made_under: Optional<string[]>;
}

/** A tree of names: the types of rules, or their groups. */
export interface RuleTreeTable {
  id: string;
  name: string;
  parent_id: string | null;
  sort_by: DefaultedColumn<number>;
}

/** All tables by name; a migration that adds a table adds its line here. */
export interface Tables
  extends WorkOrderTables,
    CalendarTables,
    DocumentTables,
    ArchiveTables,
    AuditTables,
    FileTables,
    InstallationTables,
    MessageTables,
    ScheduleTables,
    SecondFactorTables,
    SupervisionTables,
    PreferenceTables,
    PhoneUploadTables,
    ExpressTables,
    PaymentTables {
  sessions: SessionsTable;
  device_tokens: DeviceTokensTable;
  sign_ons: SignOnsTable;
  captchas: CaptchasTable;
  tickets: TicketsTable;
  rate_limits: RateLimitsTable;
  shared_secrets: SharedSecretsTable;
  package_signers: PackageSignersTable;
  idempotency_keys: IdempotencyKeysTable;
  worker_heartbeats: WorkerHeartbeatsTable;
  database_pulse: DatabaseHeartbeatTable;
  messages: MessagesTable;
  areas: AreasTable;
  organisations: OrganisationsTable;
  halls: HallsTable;
  windows: WindowsTable;
  positions: PositionsTable;
  user_groups: UserGroupsTable;
  staff: StaffTable;
  roles: RolesTable;
  role_permissions: RolePermissionsTable;
  staff_roles: StaffRolesTable;
  staff_positions: StaffPositionsTable;
  staff_groups: StaffGroupsTable;
  staff_windows: StaffWindowsTable;
  menus: MenusTable;
  role_menus: RoleMenusTable;
  seed_steps: SeedStepsTable;
  substitute_rules: SubstituteRulesTable;
  hand_overs: HandOversTable;
  hand_over_tasks: HandOverTasksTable;
  exports: ExportsTable;
  rule_categories: RuleTreeTable;
  rule_group_categories: RuleTreeTable;
}
