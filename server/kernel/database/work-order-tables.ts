import type { ColumnType, Generated } from 'kysely';
import type { ApplicantTerm } from '#domain/applicants/applicant-term.ts';
import type { ExtField } from '#domain/items/ext-fields.ts';
import type { PetitionFields } from '#domain/items/petition-fields.ts';
import type { Situation } from '#domain/items/situations.ts';
import type { TraceSource } from '#domain/items/trace-source.ts';
import type { Paper } from '#domain/materials/materials.ts';
import type { PendingNotice } from '#domain/messages/notice.ts';
import type { ItemLightDays } from '#domain/supervision/light-days.ts';
import type { SupervisionSettings } from '#domain/supervision/settings.ts';
import type { ProcessDefinition } from '#domain/workflow/model/model.ts';
import type { Json, OptionalTimestamp, Timestamp } from './column-types.ts';
import type { MaterialChecksTable } from './material-tables.ts';
import type { WorkOrderFormTables } from './work-order-form-tables.ts';

/**
 * Tables of work orders and of their definitions (since migration 0003), of drafts and common opinions,
 * and of the search in lists. `number` is that of the task (trace) within its order.
 */

export interface ProcessDefinitionsTable {
  id: string;
  key: string;
  version: number;
  name: string;
  xml: string;
  definition: Json<ProcessDefinition>;
  published_at: Timestamp;
  published_by: string;
}

export interface FormDefinitionsTable {
  id: string;
  code: string;
  version: number;
  name: string;
  model: Json<unknown>;
  published_at: Timestamp;
  published_by: string;
}

/** Codes that fields of forms carry, each with its file. */
export interface SharedElementsTable {
  code: string;
  name: string;
  remark: string;
  file_id: string;
  updated_at: Timestamp;
  updated_by: string;
}

/** Published versions of rules. */
export interface RuleDefinitionsTable {
  id: string;
  code: string;
  version: number;
  name: string;
  model: Json<unknown>;
  published_at: Timestamp;
  published_by: string;
}

export interface BusinessCategoriesTable {
  id: string;
  name: string;
  sort_by: number;
}

export interface BusinessItemsTable {
  id: string;
  task_code: string;
  version: number;
  current: boolean;
  name: string;
  category_id: string;
  summary: string;
  guide: string;
  org_id: string;
  area_code: string;
  process_definition_id: string;
  form_definition_ids: string[];
  title_fields: string[];
  duplicate_check: boolean;
  applicant_word: Generated<ApplicantTerm>;
  ext_fields: ColumnType<readonly ExtField[], string | undefined, string>;
  serve_types: Generated<string[]>;
  second_approval: Generated<boolean>;
  /** True if only the signed-in person can be the applicant. */
  own_matter: Generated<boolean>;
  record_settings: ColumnType<unknown, string | undefined, string>;
  /** Null if the item has no petitions. */
  petition_fields: ColumnType<PetitionFields | null, string | null | undefined, string | null>;
  /** Null if the trace of the item's orders is stored here. */
  trace_source: ColumnType<TraceSource | null, string | null | undefined, string | null>;
  papers: ColumnType<readonly Paper[], string | undefined, string>;
  situations: ColumnType<readonly Situation[], string | undefined, string>;
  /** Null for the lights of all items, and no warnings. */
  supervision: ColumnType<SupervisionSettings | null, string | null | undefined, string | null>;
  /** The lights of `supervision` as days that are left of the limits of its process. */
  light_days: ColumnType<ItemLightDays | null, string | null | undefined, string | null>;
  sort_by: number;
  published_at: Timestamp;
}

export interface OrderCountersTable {
  year: number;
  last: number;
}

export interface WorkOrdersTable {
  id: string;
  code: string;
  business_item_id: string;
  task_code: string;
  item_name: string;
  title: string;
  applicant_name: string;
  process_definition_id: string;
  status: number;
  rollback_status: number;
  result_code: number | null;
  initiator_id: string;
  initiator_name: string;
  org_id: string;
  org_name: string;
  area_code: string;
  area_name: string;
  started_at: Timestamp;
  updated_at: Timestamp;
  ended_at: OptionalTimestamp;
  due_at: OptionalTimestamp;
  due_provisional: boolean;
  urge_count: number;
  urged_at: OptionalTimestamp;
  serve_types: Generated<string[]>;
  /** For an ended order: the working days that it took. */
  worked_days: Generated<number | null>;
}

export interface WorkOrderStatesTable {
  workorder_id: string;
  process_definition_id: string;
  version: number;
  /** Schema of the stored state; `withState` reads both schemas. */
  schema: number;
  state: Json<unknown>;
  clock: Json<unknown> | null;
  audit_seq: number;
  audit_hash: string;
}

export interface WorkOrderEventsTable {
  workorder_id: string;
  version: number;
  action: string;
  actor_id: string;
  at: Timestamp;
  /** Schema of the stored events; `expandEvents` and `currentEvents` read both schemas. */
  schema: number;
  events: Json<unknown>;
}

export interface WorkOrderApplicantsTable {
  workorder_id: string;
  name: string;
  sex: string;
  cert_category: string;
  cert_code_sealed: string;
  cert_code_digest: string;
  mobile_sealed: string;
  mobile_digest: string;
  region: string[];
  details_sealed: string;
  applicant_type: string;
  enterprise_type: string;
  represent_cert_digest: string;
}

export interface UnfinishedApplicationsTable {
  task_code: string;
  cert_code_digest: string;
  workorder_id: string;
}

/** Values that a person has typed at an open task but not submitted. */
export interface StagedTasksTable {
  workorder_id: string;
  number: number;
  staff_id: string;
  id: string;
  content_sealed: string;
  staged_at: Timestamp;
}

export interface TracesTable {
  workorder_id: string;
  number: number;
  node_id: string;
  node_name: string;
  candidates: string[];
  candidate_names: string[];
  /** Requesters of this slot; empty if it is the node's own work. */
  asked_by: Generated<string[]>;
  handler_status: number;
  handler_operation: number | null;
  outcome: string | null;
  act_name: string;
  handler_id: string | null;
  handler_name: string;
  handler_org_name: string;
  opinion: string;
  remark: string;
  started_at: Timestamp;
  ended_at: OptionalTimestamp;
  updated_at: Timestamp;
  due_at: OptionalTimestamp;
  due_provisional: boolean;
  /** Attachments of the opinion. */
  file_ids: Generated<string[]>;
}

export interface WorkOrderRecordsTable {
  workorder_id: string;
  number: number;
  /** Null for operations without a number on the wire (copy). */
  handler_operation: number | null;
  act_name: string;
  handler_id: string;
  handler_name: string;
  handler_org_name: string;
  opinion: string;
  remark: string;
  at: Timestamp;
  details: Json<RecordDetails> | null;
  file_ids: Generated<string[]>;
  /** The panel that the row is about. */
  panel_id: number | null;
}

/** Details of a copy, an urge and a substitute's record, beyond their reason. */
export interface RecordDetails {
  /** The recipients, with their names at that time. */
  receivers: { key: string; name: string }[];
  /** For an urge: its message and its tasks. */
  title?: string;
  text?: string;
  channels?: string[];
  taskIds?: number[];
  /** The absent person, if a substitute wrote it. */
  standsFor?: { key: string; name: string };
}

export interface WorkOrderCopiesTable {
  workorder_id: string;
  number: number;
  key: string;
  copied_at: Timestamp;
  /** The person who sent it and does not see it as a copy. */
  sent_by: string;
}

/** People who have read a copy, with the time. */
export interface CopyReadingsTable {
  workorder_id: string;
  number: number;
  staff_id: string;
  staff_name: string;
  org_name: string;
  read_at: Timestamp;
}

export interface InboxTable {
  workorder_id: string;
  number: number;
  key: string;
  arrived_at: Timestamp;
  due_at: OptionalTimestamp;
  task_code: string;
  area_code: string;
  /** Status of the order, so that the list filters without looking the order up. */
  status: number;
  /** The node of the task. */
  node_name: Generated<string>;
  /** True if a return opened it. */
  returned: Generated<boolean>;
}

export interface DoneEntriesTable {
  workorder_id: string;
  staff_id: string;
  number: number;
  node_name: string;
  handled_at: Timestamp;
}

/** Limits of open panels, for the job that applies them. */
export interface PanelLimitsTable {
  workorder_id: string;
  panel_id: number;
  due_at: Timestamp;
}

/** Side records of orders, as in their states; written by decisions only. */
export interface SideRecordsTable {
  workorder_id: string;
  number: number;
  kind: string;
  state: string;
  is_open: boolean;
  task_number: number | null;
  opened_at: Timestamp;
  opened_by: string;
  changed_at: Timestamp;
  due_at: OptionalTimestamp;
  due_command: string | null;
  data: Json<unknown>;
}

export interface WorkOrderSearchTable {
  workorder_id: string;
  grams: string[];
}

export interface DraftsTable {
  id: string;
  staff_id: string;
  task_code: string;
  business_item_id: string;
  item_name: string;
  title: string;
  content_sealed: string;
  created_at: Timestamp;
  updated_at: Timestamp;
  /** Random id of the page that saved it last; null if none was sent. */
  saved_by_page: string | null;
  deleted_at: Timestamp | null;
}

export interface OpinionsTable {
  id: string;
  staff_id: string;
  content: string;
  sort_by: number;
  updated_at: Timestamp;
}

export interface WorkOrderOutboxTable {
  workorder_id: string;
  version: number;
  created_at: Timestamp;
  /** Notice that the handler sends with the action. */
  notice: ColumnType<PendingNotice | null, string | null | undefined, never>;
}

export interface WorkOrderTables extends WorkOrderFormTables {
  process_definitions: ProcessDefinitionsTable;
  form_definitions: FormDefinitionsTable;
  shared_elements: SharedElementsTable;
  rule_definitions: RuleDefinitionsTable;
  business_categories: BusinessCategoriesTable;
  business_items: BusinessItemsTable;
  order_counters: OrderCountersTable;
  work_orders: WorkOrdersTable;
  work_order_states: WorkOrderStatesTable;
  work_order_events: WorkOrderEventsTable;
  work_order_applicants: WorkOrderApplicantsTable;
  unfinished_applications: UnfinishedApplicationsTable;
  staged_tasks: StagedTasksTable;
  traces: TracesTable;
  work_order_records: WorkOrderRecordsTable;
  material_checks: MaterialChecksTable;
  work_order_copies: WorkOrderCopiesTable;
  copy_readings: CopyReadingsTable;
  inbox: InboxTable;
  done_entries: DoneEntriesTable;
  panel_limits: PanelLimitsTable;
  side_records: SideRecordsTable;
  work_order_search: WorkOrderSearchTable;
  drafts: DraftsTable;
  opinions: OpinionsTable;
  work_order_outbox: WorkOrderOutboxTable;
}
