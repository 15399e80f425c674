import type { AttachedFile } from '#contract/panels.ts';
import { type Actor, can, mayParticipateInMatters, Permission } from '#domain/access/actor.ts';
import type { ApplicantTerm } from '#domain/applicants/applicant-term.ts';
import type { ClockLedger } from '#domain/calendar/clock-ledger.ts';
import type { ContentChange } from '#domain/forms/content-changes.ts';
import type { ExtField } from '#domain/items/ext-fields.ts';
import type { TraceSource } from '#domain/items/trace-source.ts';
import type { ItemLightDays } from '#domain/supervision/light-days.ts';
import { initialTraceRows } from '#domain/workflow/model/limits.ts';
import type { OrderState } from '#domain/workflow/model/model.ts';
import type { OrderReference } from '#server/framework/routing/order-reference.ts';
import { type Fragment, fragment, plainText } from '#server/kernel/database/fragment.ts';
import { type StoredState, storedState, withState } from '#server/kernel/database/stored-state.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';
import type { RecordDetails } from '#server/kernel/database/work-order-tables.ts';
import { orLentTask } from './waiting-keys.ts';

/** One order with everything that its page shows; times inside `jsonb` parts are ISO text. */
export interface OrderRecord {
  id: string;
  code: string;
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
  org_name: string;
  area_code: string;
  area_name: string;
  business_item_id: string;
  serve_types: string[];
  /** Settings of the item's version with which the order was started. */
  applicant_word: ApplicantTerm;
  ext_fields: ExtField[];
  record_settings: unknown;
  trace_source: TraceSource | null;
  category_id: string;
  category_name: string;
  second_approval: boolean;
  /** True if the current version of the item has petitions. */
  is_petition: boolean;
  urge_count: number;
  applicant_type: string;
  light_days: ItemLightDays | null;
  started_at: Date;
  updated_at: Date;
  ended_at: Date | null;
  version: number;
  state: OrderState;
  clock: ClockLedger | null;
  /** True if this person participates or participated in the order, or may read those of the organisation. */
  readable: boolean;
}

export interface TraceRecord {
  number: number;
  node_id: string;
  node_name: string;
  candidate_names: string[];
  handler_status: number;
  handler_operation: number | null;
  act_name: string;
  handler_name: string;
  handler_org_name: string;
  opinion: string;
  remark: string;
  started_at: string;
  ended_at: string | null;
  updated_at: string;
  due_at: string | null;
  due_provisional: boolean;
  file_ids: string[];
}

export interface TraceRecordRow {
  number: number;
  handler_operation: number | null;
  act_name: string;
  handler_id: string;
  handler_name: string;
  handler_org_name: string;
  opinion: string;
  remark: string;
  at: string;
  details: RecordDetails | null;
  file_ids: string[];
  panel_id: number | null;
}

export interface ApplicantRecord {
  name: string;
  sex: string;
  cert_category: string;
  cert_code_sealed: string;
  mobile_sealed: string;
  region: string[];
  details_sealed: string;
  applicant_type: string;
  enterprise_type: string;
}

export interface OrderPageRecord extends OrderRecord {
  /** The number of forms that are marked as deleted. */
  deleted_forms: number;
  /** Values that were typed at visits without filling in a form. */
  pendingForms: {
    number: number;
    form_code: string;
    content: Record<string, unknown>;
    opened_on: Record<string, number>;
  }[];
  /** This person's encrypted drafts at open tasks. */
  taskDrafts: { number: number; content_sealed: string; staged_at: string }[];
  applicant: ApplicantRecord | null;
  forms: {
    form_code: string;
    form_definition_id: string;
    content: Record<string, unknown>;
    changes: ContentChange[];
  }[];
  traces: TraceRecord[];
  records: TraceRecordRow[];
  /** Numbers of the copies that this person has read. */
  read_copies: number[];
  /** Attachments of opinions, from their own rows. */
  files: AttachedFile[];
  /** True if the item lists materials. */
  has_materials: boolean;
  /** Result of the last check of the materials; null before the first. */
  material_summary: string | null;
}

/** A row before its order's state is read. */
type Stored<Row> = Omit<Row, 'state'> & StoredState;

const orderColumns = fragment`o.id, o.code, o.task_code, o.item_name, o.title, o.applicant_name, o.process_definition_id,
  o.status, o.rollback_status, o.result_code, o.initiator_id, o.initiator_name, o.org_name, o.area_code, o.area_name,
  o.started_at, o.updated_at, o.ended_at, o.business_item_id, o.serve_types, b.applicant_word, b.ext_fields, b.trace_source, b.category_id, c.name as category_name, b.second_approval, b.record_settings, o.urge_count,
  exists (select from business_items i
    where i.task_code = o.task_code and i.current and i.petition_fields is not null) as is_petition,
  (select p.applicant_type from work_order_applicants p where p.workorder_id = o.id) as applicant_type,
  b.light_days,
  s.version, ${storedState}, s.clock`;
const orderTables = fragment`work_orders o join work_order_states s on s.workorder_id = o.id
  join business_items b on b.id = o.business_item_id join business_categories c on c.id = b.category_id`;

/**
 * Returns the condition that the person may open an order: its initiator, a person to whom a task of it was
 * or is offered, a person who received a copy or finished a task, and with the permission the people of its
 * organisation and of those above; the matter administrator may open every order, an operator none. See
 * docs/decisions/0056 and 0057.
 */
export function readableBy(actor: Actor) {
  if (!mayParticipateInMatters(actor)) return fragment`false`;
  if (can(actor, Permission.administer)) return fragment`true`;
  return fragment`(o.initiator_id = ${actor.staffId}
    or exists (select from traces t where t.workorder_id = o.id and t.candidates && ${[...actor.keys]}::text[])
    or exists (select from work_order_copies c where c.workorder_id = o.id and c.key = any(${[...actor.keys]}::text[]))
    or exists (select from done_entries d where d.workorder_id = o.id and d.staff_id = ${actor.staffId})
    or (${can(actor, Permission.readAll)}::boolean and exists (
      select from organisations mine join organisations theirs on theirs.path like mine.path || '%'
      where mine.id = ${actor.orgId} and theirs.id = o.org_id))${readableByMainOrder(actor)}${readableByApprover(actor)}${readableBySubstitute(actor)})`;
}

/**
 * Returns the condition that lets the handlers of a main order open the orders merged into it (并案): they answer all of
 * them (docs/decisions/0234).
 */
function readableByMainOrder(actor: Actor): Fragment {
  return fragment` or exists (select from side_records r join traces t on t.workorder_id = (r.data->>'mainId')::uuid
    where r.workorder_id = o.id and r.kind = 'merge' and r.state in ('merged', 'answered')
      and t.candidates && ${[...actor.keys]}::text[])`;
}

/**
 * Returns the condition that lets a leader open orders with a side record of a person of the leader's own
 * organisation, which may not be the order's: a permit is received at the service hall and examined elsewhere.
 */
function readableByApprover(actor: Actor): Fragment {
  if (!can(actor, Permission.approve) || !can(actor, Permission.readAll)) return plainText('');
  return fragment` or exists (select from side_records r join staff opener on opener.id = r.opened_by
    join organisations theirs on theirs.id = opener.org_id join organisations mine on theirs.path like mine.path || '%'
    where r.workorder_id = o.id and mine.id = ${actor.orgId})`;
}

/**
 * Returns the condition that lets a substitute open orders with waiting tasks, but not finished ones of the
 * absent person, and no own matter.
 */
function readableBySubstitute(actor: Actor): Fragment {
  if (!actor.substitutions?.length) return plainText('');
  return fragment` or exists (select from traces t
    where t.workorder_id = o.id and t.handler_status = 0 and (false${orLentTask(actor)}))`;
}

/** Returns the condition for an order by id or code; the caller checks that both match. */
function isOrder({ id, code }: OrderReference) {
  return id === undefined ? fragment`o.code = ${code}` : fragment`o.id = ${id}::uuid`;
}

export async function findOrder(
  db: Db,
  actor: Actor,
  names: OrderReference,
): Promise<OrderRecord | undefined> {
  const { rows } = await fragment<
    Stored<OrderRecord>
  >`select ${orderColumns}, ${readableBy(actor)} as readable
    from ${orderTables} where ${isOrder(names)}`.execute(db);
  return rows[0] && withState(rows[0]);
}

const traceColumns = fragment`t.number, t.node_id, t.node_name, t.candidate_names, t.handler_status, t.handler_operation,
  t.act_name, t.handler_name, t.handler_org_name, t.opinion, t.remark, t.started_at, t.ended_at, t.updated_at, t.due_at,
  t.due_provisional, t.file_ids`;
/**
 * Condition on waiting traces, the latest ones, and the newest of each kind of each node: for most orders
 * this is the displayed part of the trace, and the whole trace if it is short.
 */
const isLikelyInHead = fragment` and (t.handler_status = 0
  or t.number > (select max(l.number) from traces l where l.workorder_id = o.id) - ${initialTraceRows}::int
  or t.number in (select max(l.number) from traces l where l.workorder_id = o.id group by l.node_id, l.outcome))`;

/**
 * Reads the whole page in one statement; PostgreSQL builds the parts, so that it is one round trip. It uses
 * `json`, whose text is written while the rows are read: sorting the members of 200 traces for `jsonb` takes
 * three times as long. Of a long trace it reads the rows that the page most likely shows (`traceHead`);
 * `findTraces` reads others that it needs.
 */
export async function findOrderPage(
  db: Db,
  actor: Actor,
  names: OrderReference,
  { wholeTrace = false } = {},
): Promise<OrderPageRecord | undefined> {
  const { rows } = await fragment<
    Stored<OrderPageRecord>
  >`select ${orderColumns}, ${readableBy(actor)} as readable,
      (select to_json(a) from work_order_applicants a where a.workorder_id = o.id) as applicant,
      (select coalesce(json_agg(f order by f.form_code), '[]')
        from work_order_forms f where f.workorder_id = o.id and f.deleted_at is null) as forms,
      (select count(*) from work_order_forms f
        where f.workorder_id = o.id and f.deleted_at is not null) as deleted_forms,
      (select coalesce(json_agg(y), '[]')
        from work_order_typed_forms y where y.workorder_id = o.id) as "pendingForms",
      (select coalesce(json_agg(g), '[]') from staged_tasks g
        where g.workorder_id = o.id and g.staff_id = ${actor.staffId}) as "taskDrafts",
      (select coalesce(json_agg(t order by t.number), '[]')
        from (select ${traceColumns} from traces t where t.workorder_id = o.id${wholeTrace ? plainText('') : isLikelyInHead}) t) as traces,
      (select coalesce(json_agg(r order by r.number), '[]')
        from work_order_records r where r.workorder_id = o.id) as records,
      (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'size', f.size)), '[]') from files f
        where f.id in (select unnest(t.file_ids) from traces t where t.workorder_id = o.id
          union select unnest(r.file_ids) from work_order_records r where r.workorder_id = o.id)) as files,
      (b.papers <> '[]' or jsonb_path_exists(b.situations, '$[*].papers[*]')) as has_materials,
      (select m.summary from material_checks m where m.workorder_id = o.id order by m.number desc limit 1) as material_summary,
      array(select g.number from copy_readings g
        where g.workorder_id = o.id and g.staff_id = ${actor.staffId}) as read_copies
    from ${orderTables} where ${isOrder(names)}`.execute(db);
  return rows[0] && withState(rows[0]);
}

/** Reads these traces of an order for its page. */
export async function findTraces(
  db: Db,
  workorderId: string,
  numbers: readonly number[],
): Promise<TraceRecord[]> {
  const { rows } = await fragment<{ traces: TraceRecord[] }>`select coalesce(json_agg(t), '[]') as traces
    from (select ${traceColumns} from traces t
      where t.workorder_id = ${workorderId}::uuid and t.number = any(${[...numbers]}::int[])) t`.execute(db);
  return rows[0]?.traces ?? [];
}

/** Lists the traces of an order in order, as stored. */
export function listTraces(db: Db, workorderId: string) {
  return db
    .selectFrom('traces')
    .selectAll()
    .where('workorder_id', '=', workorderId)
    .orderBy('number')
    .execute();
}

export interface FormerFormRow {
  kind: 'typed' | 'deleted';
  /** The trace at which it was typed; null for deleted content, which was filled in at many. */
  number: number | null;
  form_definition_id: string;
  content: Record<string, unknown>;
  node_name: string;
  act_name: string;
  handler_name: string;
  at: Date;
}

/** Returns the stored contents of an order's forms other than the current ones, oldest first. */
export async function listFormerForms(db: Db, workorderId: string): Promise<FormerFormRow[]> {
  const { rows } = await fragment<FormerFormRow>`
    select 'typed' as kind, y.number, f.form_definition_id, y.content, t.node_name, t.act_name, t.handler_name, y.typed_at as at
    from work_order_typed_forms y
    join work_order_forms f on f.workorder_id = y.workorder_id and f.form_code = y.form_code
    join traces t on t.workorder_id = y.workorder_id and t.number = y.number
    where y.workorder_id = ${workorderId}
    union all
    select 'deleted', null, f.form_definition_id, f.content, '', '', '', f.deleted_at
    from work_order_forms f where f.workorder_id = ${workorderId} and f.deleted_at is not null
    order by at, number`.execute(db);
  return rows;
}

/** Returns the regions of these codes with their names, in the given order; unknown codes are left out. */
export async function findRegions(
  db: Db,
  codes: readonly string[],
): Promise<{ code: string; name: string }[]> {
  if (codes.length === 0) return [];
  const { rows } = await fragment<{ code: string; name: string }>`
    select distinct on (asked.place) a.code, a.name
    from unnest(${[...codes]}::text[]) with ordinality asked(code, place) join areas a on a.code = asked.code
    order by asked.place, a.level`.execute(db);
  return rows;
}

/**
 * Removes the deletion marks and returns the codes of those forms. The order is locked first, as everywhere.
 */
export async function undeleteForms(tx: Tx, workorderId: string): Promise<string[]> {
  await fragment`select from work_order_states where workorder_id = ${workorderId}::uuid for update`.execute(
    tx,
  );
  const rows = await tx
    .updateTable('work_order_forms')
    .set({ deleted_at: null })
    .where('workorder_id', '=', workorderId)
    .where('deleted_at', 'is not', null)
    .returning('form_code')
    .execute();
  return rows.map(({ form_code }) => form_code).sort();
}
