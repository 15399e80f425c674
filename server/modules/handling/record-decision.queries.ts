import { type RawBuilder, sql } from 'kysely';
import type { ClockLedger } from '#domain/calendar/clock-ledger.ts';
import type { OrderState, WorkflowEvent } from '#domain/workflow/model.ts';
import type { Tx } from '#server/database/transaction.ts';
import type { AuditLink, Signer } from '#server/modules/audit/chain.ts';
import { linkOfDecision } from '#server/modules/audit/service.ts';
import type { Recording } from './recording.ts';
import { codePlaceholder, insertOrderParts, type OrderStart } from './start-order.queries.ts';

/** What the link of the order's audit chain says beyond the decision itself. */
export interface OrderAudit {
  signer: Signer;
  /** The end of the order's chain; null for a new order. */
  head: { seq: number; hash: string } | null;
  detail: Record<string, unknown>;
  requestId: string;
}

export interface DecisionWrite {
  workorderId: string;
  taskCode: string;
  areaCode: string;
  action: string;
  actor: { staffId: string; name: string; orgName: string };
  at: Date;
  state: OrderState;
  events: readonly WorkflowEvent[];
  recording: Recording;
  clock: ClockLedger | null;
  due: { dueAt: Date | null; provisional: boolean };
  /** Number of the next row without a node. */
  recordNumber: number;
  forms: { formCode: string; content: Record<string, unknown> }[];
  /** What was typed at a visit that filled nothing in. */
  typed: { number: number; forms: { formCode: string; content: Record<string, unknown> }[] } | null;
  /** Action 13: the contents are marked as deleted. */
  deletesForms: boolean;
  /** Uploads that the order takes over: from here on who may read it may read them. */
  fileIds: string[];
  audit: OrderAudit;
  idempotency: { key: string; endpoint: string; requestHash: string; answer: string } | null;
  /** What a new order is made of; null for an action on one that is there. */
  start: OrderStart | null;
}

const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`;

/** The order's own rows when it is there already. */
function updateOrderParts(write: DecisionWrite, audit: AuditLink): RawBuilder<unknown> {
  const { workorderId: id, recording } = write;
  return sql`folded as (
  update work_order_states set version = ${write.state.version}, state = ${json(write.state)},
    clock = ${write.clock === null ? null : JSON.stringify(write.clock)}::jsonb,
    audit_seq = ${audit.seq}, audit_hash = ${audit.hash}
  where workorder_id = ${id}::uuid
), ordered as (
  update work_orders set status = ${recording.order.status}, rollback_status = ${recording.order.rollback_status},
    result_code = ${recording.order.result_code}, ended_at = ${recording.order.ended_at}, updated_at = ${write.at},
    due_at = ${write.due.dueAt}, due_provisional = ${write.due.provisional}
  where id = ${id}::uuid
), filled as (
  update work_order_forms f set content = x.content, updated_at = ${write.at}
  from jsonb_to_recordset(${json(write.forms.map(({ formCode, content }) => ({ form_code: formCode, content })))}) as x(
    form_code text, content jsonb)
  where f.workorder_id = ${id}::uuid and f.form_code = x.form_code
), hidden as (
  update work_order_forms set deleted_at = ${write.at}
  where workorder_id = ${id}::uuid and deleted_at is null and ${write.deletesForms}::boolean
), typed as (
  insert into work_order_typed_forms (workorder_id, number, form_code, content, typed_at)
  select ${id}::uuid, ${write.typed?.number ?? 0}, x.form_code, x.content, ${write.at}
  from jsonb_to_recordset(${json((write.typed?.forms ?? []).map(({ formCode, content }) => ({ form_code: formCode, content })))}) as x(
    form_code text, content jsonb)
), free as (
  delete from unfinished_applications where workorder_id = ${id}::uuid and ${recording.order.ended_at !== null}::boolean
)`;
}

/**
 * Writes everything that a decision leaves in one statement: state, order, events, traces, inbox, done list, forms,
 * audit link, idempotency key and outbox. One round trip is what the speed of an action is made of.
 * Answers the public code of a new order, null for an action on one that is there.
 */
export async function recordDecision(tx: Tx, write: DecisionWrite): Promise<string | null> {
  const { workorderId: id, recording, actor, idempotency, start } = write;
  const audit = linkOfDecision(write);
  const orderParts = start ? insertOrderParts(write, start, audit) : updateOrderParts(write, audit);
  const answer = start ? sql`replace(x.answer, ${codePlaceholder}, (select code from coded))` : sql`x.answer`;
  const code = start ? sql`(select code from coded)` : sql`null::text`;
  const { rows } = await sql<{ code: string | null }>`
with ${orderParts}, said as (
  insert into work_order_events (workorder_id, version, action, actor_id, at, events)
  values (${id}::uuid, ${write.state.version}, ${write.action}, ${actor.staffId}, ${write.at}, ${json(write.events)})
), finished as (
  update traces t set handler_status = 1, outcome = x.outcome, handler_operation = x.handler_operation,
    act_name = x.act_name, handler_id = x.handler_id, handler_name = x.handler_name,
    handler_org_name = x.handler_org_name, opinion = x.opinion, remark = x.remark,
    ended_at = x.ended_at, updated_at = x.ended_at
  from jsonb_to_recordset(${json(recording.finished.filter((trace) => !isOpenedNow(recording, trace.number)))}) as x(
    number integer, outcome text, handler_operation smallint, act_name text, handler_id text, handler_name text,
    handler_org_name text, opinion text, remark text, ended_at timestamptz)
  where t.workorder_id = ${id}::uuid and t.number = x.number
), opened as (
  insert into traces (workorder_id, number, node_id, node_name, candidates, candidate_names, handler_status,
    handler_operation, outcome, act_name, handler_id, handler_name, handler_org_name, opinion, remark,
    started_at, ended_at, updated_at, due_at, due_provisional)
  select ${id}::uuid, x.number, x.node_id, x.node_name, x.candidates, x.candidate_names, x.handler_status,
    x.handler_operation, x.outcome, coalesce(x.act_name, ''), x.handler_id, coalesce(x.handler_name, ''),
    coalesce(x.handler_org_name, ''), coalesce(x.opinion, ''), coalesce(x.remark, ''),
    x.started_at, x.ended_at, coalesce(x.ended_at, x.started_at), x.due_at, x.due_provisional
  from jsonb_to_recordset(${json(openedRows(recording))}) as x(
    number integer, node_id text, node_name text, candidates text[], candidate_names text[], handler_status smallint,
    handler_operation smallint, outcome text, act_name text, handler_id text, handler_name text,
    handler_org_name text, opinion text, remark text, started_at timestamptz, ended_at timestamptz,
    due_at timestamptz, due_provisional boolean)
), gone as (
  delete from inbox where workorder_id = ${id}::uuid and number = any(${recording.inboxGone}::integer[])
), restated as (
  update inbox set status = ${recording.order.status}
  where workorder_id = ${id}::uuid and number <> all(${recording.inboxGone}::integer[])
    and status <> ${recording.order.status}
), came as (
  insert into inbox (workorder_id, number, key, arrived_at, due_at, task_code, area_code, status)
  select ${id}::uuid, x.number, x.key, x.arrived_at, coalesce(x.due_at, ${write.due.dueAt}), ${write.taskCode}, ${write.areaCode},
    ${recording.order.status}
  from jsonb_to_recordset(${json(recording.inboxCame)}) as x(
    number integer, key text, arrived_at timestamptz, due_at timestamptz)
), done as (
  insert into done_entries (workorder_id, staff_id, number, node_name, handled_at)
  select ${id}::uuid, ${actor.staffId}, x.number, x.node_name, ${write.at}
  from jsonb_to_recordset(${json(recording.done ? [recording.done] : [])}) as x(number integer, node_name text)
  on conflict (workorder_id, staff_id) do update
    set number = excluded.number, node_name = excluded.node_name, handled_at = excluded.handled_at
), recorded as (
  insert into work_order_records (workorder_id, number, handler_operation, act_name, handler_id, handler_name,
    handler_org_name, opinion, at)
  select ${id}::uuid, ${write.recordNumber}, x.handler_operation, x.act_name, ${actor.staffId}, ${actor.name},
    ${actor.orgName}, x.opinion, ${write.at}
  from jsonb_to_recordset(${json(recording.record ? [recording.record] : [])}) as x(
    handler_operation smallint, act_name text, opinion text)
), bound as (
  update files set workorder_id = ${id}
  where id = any(${write.fileIds}::text[]) and owner_staff_id = ${actor.staffId} and workorder_id is null
  returning id
), audited as (
  insert into audit_links (chain, seq, at, staff_id, staff_name, action, object_kind, object_id, detail, request_id,
    digests, prev_hash, hash)
  values (${`order:${id}`}, ${audit.seq}, ${write.at}, ${actor.staffId}, ${actor.name}, ${audit.action}, 'work-order',
    ${id}, ${json(audit.detail)}, ${audit.requestId}, ${json(audit.digests)}, ${audit.prevHash}, ${audit.hash})
), answered as (
  insert into idempotency_keys (staff_id, key, endpoint, request_hash, answer, created_at)
  select ${actor.staffId}, x.key, x.endpoint, x."requestHash", ${answer}, ${write.at}
  from jsonb_to_recordset(${json(idempotency ? [idempotency] : [])}) as x(
    key text, endpoint text, "requestHash" text, answer text)
), sent as (
  insert into work_order_outbox (workorder_id, version, created_at)
  values (${id}::uuid, ${write.state.version}, ${write.at})
)
select ${code} as code, take_all_files((select count(*) from bound), ${write.fileIds.length})`.execute(tx);
  return rows[0]?.code ?? null;
}

function isOpenedNow(recording: Recording, number: number): boolean {
  return recording.opened.some((trace) => trace.number === number);
}

/** A task that was opened and closed within one decision is written once, already complete. */
function openedRows(recording: Recording) {
  return recording.opened.map((trace) => {
    const finished = recording.finished.find(({ number }) => number === trace.number);
    return { ...trace, handler_status: finished ? 1 : 0, ...finished };
  });
}
