import { HandlerOperation } from '#domain/enumerations/handler-operation.ts';
import type { ContentChange } from '#domain/forms/content-changes.ts';
import type { PendingNotice } from '#domain/messages/notice.ts';
import { currentEvents } from '#domain/workflow/versions/stored-events.ts';
import { fragment } from '#server/kernel/database/fragment.ts';
import {
  type EventsRow,
  expandEvents,
  type StoredState,
  storedState,
  withState,
} from '#server/kernel/database/stored-state.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';
import type { OrderSnapshot } from '#server/modules/cases/decisions/service.ts';

/** Data of an order that one decision needs. */
export interface LoadedOrder extends OrderSnapshot {
  code: string;
  itemName: string;
  initiatorId: string;
  processDefinitionId: string;
  /** True if the materials of the order were checked (S1 §3). */
  hasMaterialCheck: boolean;
  forms: StoredContent[];
}

/** A form of an order with its stored content. */
export interface StoredContent {
  formCode: string;
  formDefinitionId: string;
  content: Record<string, unknown>;
  changes: ContentChange[];
  deleted: boolean;
}

/**
 * Reads everything that a decision is based on, in one statement and so from one snapshot. Nothing is locked:
 * the write depends on the version and the audit record that were read, and every change of an order or its
 * forms updates one of them.
 */
export async function findOrderForAction(
  db: Db,
  named: { id?: string; code?: string },
): Promise<LoadedOrder | undefined> {
  const condition =
    named.id === undefined ? fragment`o.code = ${named.code}` : fragment`o.id = ${named.id}::uuid`;
  const { rows } = await fragment<Omit<LoadedOrder, 'state'> & StoredState>`
    select o.id, o.code, o.item_name as "itemName", o.title, o.task_code as "taskCode", o.area_code as "areaCode",
      o.initiator_id as "initiatorId", s.process_definition_id as "processDefinitionId", s.version, ${storedState}, s.clock, o.updated_at as "actedAt",
      s.audit_seq as "auditSeq", s.audit_hash as "auditHash",
      (select coalesce(jsonb_agg(jsonb_build_object(
          'formCode', f.form_code, 'formDefinitionId', f.form_definition_id, 'content', f.content,
          'changes', f.changes, 'deleted', f.deleted_at is not null)), '[]')
        from work_order_forms f where f.workorder_id = o.id) as forms,
      (select count(*)::int from work_order_records r where r.workorder_id = o.id) as "recordCount",
      exists (select from material_checks m where m.workorder_id = o.id) as "hasMaterialCheck"
    from work_orders o join work_order_states s on s.workorder_id = o.id
    where ${condition}`.execute(db);
  return rows[0] && withState(rows[0]);
}

/** Lists panels whose limit is over, longest first, a batch after the last one read. */
export async function listDuePanels(
  db: Db,
  now: Date,
  last: DuePanel | undefined,
  limit: number,
): Promise<DuePanel[]> {
  const isNext = last
    ? fragment`(due_at, workorder_id, panel_id) > (${last.dueAt}, ${last.workorderId}::uuid, ${last.panelId}::int)`
    : fragment`true`;
  const { rows } = await fragment<DuePanel>`
    select workorder_id as "workorderId", panel_id as "panelId", due_at as "dueAt" from panel_limits
    where due_at <= ${now} and ${isNext} order by due_at, workorder_id, panel_id limit ${limit}`.execute(db);
  return rows;
}

export interface DuePanel {
  workorderId: string;
  panelId: number;
  dueAt: Date;
}

/** Lists open orders with a started countersign by id, a batch after the last one read. */
export async function listOrdersWithCountersign(
  db: Db,
  last: string | undefined,
  limit: number,
): Promise<string[]> {
  const { rows } = await fragment<{ id: string }>`
    select distinct i.workorder_id as id from inbox i
    where ${last === undefined ? fragment`true` : fragment`i.workorder_id > ${last}::uuid`} and exists (
      select from work_order_records r where r.workorder_id = i.workorder_id
        and r.handler_operation = ${HandlerOperation.startCountersign}::int and r.panel_id is not null)
    order by i.workorder_id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Finds the earlier answer to one of these keys of this person; read after everything else, so that it is
 * never stale.
 */
export function findStoredAnswer(db: Db, staffId: string, ...keys: string[]) {
  return db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'answer'])
    .where('staff_id', '=', staffId)
    .where('key', 'in', keys)
    .executeTakeFirst();
}

export interface StoredForm {
  workorder_id: string;
  form_code: string;
  form_definition_id: string;
  content: Record<string, unknown>;
}

/** Lists stored form contents of all orders, a batch after the last one read. */
export async function listFormsAfter(
  db: Db,
  last: Pick<StoredForm, 'workorder_id' | 'form_code'> | undefined,
  limit: number,
  code?: string,
): Promise<StoredForm[]> {
  const { rows } = await fragment<StoredForm>`select workorder_id, form_code, form_definition_id, content
    from work_order_forms
    where ${last === undefined ? fragment`true` : fragment`(workorder_id, form_code) > (${last.workorder_id}::uuid, ${last.form_code})`}
      and ${code === undefined ? fragment`true` : fragment`form_code = ${code}`}
    order by workorder_id, form_code limit ${limit}`.execute(db);
  return rows;
}

/** Pending values: typed at an activity instance by an action that fills in no form. */
export interface PendingFormRow extends StoredForm {
  /** Number of the trace. */
  number: number;
}

/** Lists pending values of all orders, a batch after the last one read. */
export async function listPendingFormsAfter(
  db: Db,
  last: Pick<PendingFormRow, 'workorder_id' | 'number' | 'form_code'> | undefined,
  limit: number,
  code?: string,
): Promise<PendingFormRow[]> {
  const { rows } =
    await fragment<PendingFormRow>`select y.workorder_id, y.number, y.form_code, f.form_definition_id, y.content
    from work_order_typed_forms y
    join work_order_forms f on f.workorder_id = y.workorder_id and f.form_code = y.form_code
    where ${last === undefined ? fragment`true` : fragment`(y.workorder_id, y.number, y.form_code) > (${last.workorder_id}::uuid, ${last.number}::int, ${last.form_code})`}
      and ${code === undefined ? fragment`true` : fragment`y.form_code = ${code}`}
    order by y.workorder_id, y.number, y.form_code limit ${limit}`.execute(db);
  return rows;
}

/** Earlier values that an action replaced in a form. */
export interface FormChangeRow extends StoredForm {
  version: number;
  number: number | null;
  staff_id: string;
  staff_name: string;
  at: Date;
  fields: string[];
}

/** Lists earlier values of all orders, a batch after the last one read; `content` has those of one action. */
export async function listFormChangesAfter(
  db: Db,
  last: Pick<FormChangeRow, 'workorder_id' | 'form_code' | 'version'> | undefined,
  limit: number,
  code?: string,
): Promise<FormChangeRow[]> {
  const { rows } =
    await fragment<FormChangeRow>`select c.workorder_id, c.form_code, c.version, c.number, c.staff_id, c.staff_name, c.at,
      c.fields, f.form_definition_id, c.previous as content
    from work_order_form_changes c
    join work_order_forms f on f.workorder_id = c.workorder_id and f.form_code = c.form_code
    where c.previous is not null
      and ${last === undefined ? fragment`true` : fragment`(c.workorder_id, c.form_code, c.version) > (${last.workorder_id}::uuid, ${last.form_code}, ${last.version}::int)`}
      and ${code === undefined ? fragment`true` : fragment`c.form_code = ${code}`}
    order by c.workorder_id, c.form_code, c.version limit ${limit}`.execute(db);
  return rows;
}

/** Replaces earlier values, if they are still stored. The order is locked first. */
export async function replaceEarlierValues(
  tx: Tx,
  { workorder_id, form_code, version }: FormChangeRow,
  content: Record<string, unknown>,
): Promise<boolean> {
  await lockOrder(tx, workorder_id);
  const { numAffectedRows } =
    await fragment`update work_order_form_changes set previous = ${JSON.stringify(content)}::jsonb
    where workorder_id = ${workorder_id}::uuid and form_code = ${form_code} and version = ${version}::int
      and previous is not null`.execute(tx);
  return numAffectedRows === 1n;
}

const lockOrder = (tx: Tx, workorderId: string) =>
  fragment`select from work_order_states where workorder_id = ${workorderId}::uuid for update`.execute(tx);

/** Replaces pending values, which otherwise never change, if they still exist. The order is locked first. */
export async function replacePendingForm(
  tx: Tx,
  { workorder_id, number, form_code }: PendingFormRow,
  content: Record<string, unknown>,
): Promise<boolean> {
  await lockOrder(tx, workorder_id);
  const { numAffectedRows } =
    await fragment`update work_order_typed_forms set content = ${JSON.stringify(content)}::jsonb
    where workorder_id = ${workorder_id}::uuid and number = ${number}::int and form_code = ${form_code}`.execute(
      tx,
    );
  return numAffectedRows === 1n;
}

/**
 * Replaces the content of a form if it has not changed meanwhile; returns whether it was replaced. The order is
 * locked first, as everywhere.
 */
export async function replaceForm(
  tx: Tx,
  form: StoredForm,
  content: Record<string, unknown>,
): Promise<boolean> {
  await lockOrder(tx, form.workorder_id);
  const { numAffectedRows } =
    await fragment`update work_order_forms set content = ${JSON.stringify(content)}::jsonb
    where workorder_id = ${form.workorder_id}::uuid and form_code = ${form.form_code}
      and content = ${JSON.stringify(form.content)}::jsonb`.execute(tx);
  return numAffectedRows === 1n;
}

export function listOrderForms(db: Db, workorderId: string) {
  return db
    .selectFrom('work_order_forms')
    .select((row) => [
      'form_code as formCode',
      'form_definition_id as formDefinitionId',
      'content',
      'changes',
      row('deleted_at', 'is not', null).$castTo<boolean>().as('deleted'),
    ])
    .where('workorder_id', '=', workorderId)
    .execute();
}

/** Finds the events of one action, with the data of their order for messages. */
export async function findEvents(db: Db, workorderId: string, version: number) {
  const { rows } = await fragment<
    StoredState &
      EventsRow & {
        at: Date;
        actor_id: string;
        code: string;
        title: string;
        task_code: string;
        item_name: string;
        initiator_id: string;
      }
  >`select ${storedState}, e.schema, e.events, e.at, e.actor_id, o.code, o.title, o.task_code, o.item_name, o.initiator_id
    from work_order_events e join work_orders o on o.id = e.workorder_id
    join work_order_states s on s.workorder_id = e.workorder_id
    where e.workorder_id = ${workorderId}::uuid and e.version = ${version}`.execute(db);
  return rows[0] && { ...withState(rows[0]), events: currentEvents([expandEvents(rows[0])]) };
}

/** Lists actions whose messages are waiting, longest first. */
export function listOutbox(db: Db, limit: number) {
  return db
    .selectFrom('work_order_outbox')
    .select(['workorder_id as workorderId', 'version'])
    .orderBy('created_at')
    .orderBy('workorder_id')
    .orderBy('version')
    .limit(limit)
    .execute();
}

/**
 * Deletes the entry from the outbox, if it still exists; two workers never process the same one. In the same
 * transaction it records the change for the index of the combined query, so that no answer misses it
 * (docs/decisions/0144), for the warnings of its limits (docs/decisions/0237), and for the archive: a concluded
 * order is queued for its package, a reopened one waits for its next end (docs/decisions/0162).
 */
export async function consumeOutboxEntry(
  tx: Tx,
  entry: { workorderId: string; version: number },
): Promise<{ notice: PendingNotice | null; isArchiveQueued: boolean } | undefined> {
  const { rows } = await fragment<{
    notice: PendingNotice | null;
    isArchiveQueued: boolean;
  }>`with removed_entry as (
      delete from work_order_outbox where workorder_id = ${entry.workorderId}::uuid and version = ${entry.version}
      returning workorder_id, notice
    ), recorded_change as (insert into order_query_changes (workorder_id) select workorder_id from removed_entry
    ), watched as (
      insert into deadline_watches (workorder_id, next_at)
      select o.id, 'epoch' from removed_entry join work_orders o on o.id = removed_entry.workorder_id
        join business_items b on b.id = o.business_item_id
      where b.supervision is not null or jsonb_typeof(b.record_settings #> '{supervision,cards}') = 'object'
      on conflict (workorder_id) do update set next_at = excluded.next_at
    ), concluded as (
      insert into archive_entries
        (workorder_id, state, asked_at, org_id, code, title, task_code, item_name, concluded_on)
      select o.id, 'waiting', clock_timestamp(), b.org_id, o.code, o.title, o.task_code, o.item_name,
        (o.ended_at at time zone 'Asia/Shanghai')::date
      from removed_entry join work_orders o on o.id = removed_entry.workorder_id join business_items b on b.id = o.business_item_id
      where o.ended_at is not null
      on conflict (workorder_id) do update set state = 'waiting', asked_at = excluded.asked_at, reason = '', tries = 0,
        claim = null, title = excluded.title, concluded_on = excluded.concluded_on, destroyed_on = null,
        -- Earlier decisions were counted from the former end.
        prolonged = case when archive_entries.state <> 'destroyed' and archive_entries.concluded_on = excluded.concluded_on
          then archive_entries.prolonged end,
        appraisal_id = case when archive_entries.state <> 'destroyed' and archive_entries.concluded_on = excluded.concluded_on
          then archive_entries.appraisal_id end
      -- A destroyed entry is restored only by a later end.
      where archive_entries.state <> 'destroyed' or archive_entries.destroyed_on <= excluded.concluded_on
      returning workorder_id
    ), reopened as (
      update archive_entries e set state = 'reopened', reason = '', claim = null, prolonged = null, appraisal_id = null,
        destroyed_on = null
      from removed_entry join work_orders o on o.id = removed_entry.workorder_id
      where e.workorder_id = o.id and o.ended_at is null
    )
    select notice, exists (select from concluded) as "isArchiveQueued" from removed_entry`.execute(tx);
  return rows[0];
}

/** Queues archived orders for another package; those that were reopened or destroyed are unchanged. */
export async function requeueArchiveEntries(tx: Tx, ids: readonly string[]): Promise<void> {
  await fragment`
    update archive_entries set state = 'waiting', asked_at = clock_timestamp(), reason = '', tries = 0, claim = null
    where workorder_id = any(${[...ids]}::uuid[]) and state not in ('reopened', 'destroyed')`.execute(tx);
}

/** An open task with what a message to its people needs. */
export interface OpenTaskRow {
  code: string;
  task_code: string;
  initiator_id: string;
  number: number;
  candidates: string[];
  asked_by: string[];
  started_at: Date;
}

/** Lists the open tasks of an order, also those that no to-do list shows. */
export async function listOpenTasks(db: Db, workorderId: string): Promise<OpenTaskRow[]> {
  const { rows } = await fragment<OpenTaskRow>`
    select o.code, o.task_code, o.initiator_id, t.number, t.candidates, t.asked_by, t.started_at
    from traces t join work_orders o on o.id = t.workorder_id
    where t.workorder_id = ${workorderId}::uuid and t.handler_status = 0 order by t.number`.execute(db);
  return rows;
}
