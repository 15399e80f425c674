import type { ContentChange } from '#domain/forms/content-changes.ts';
import type { OrderState } from '#domain/workflow/model/model.ts';
import { foldStored } from '#domain/workflow/versions/stored-events.ts';
import { fragment } from '#server/kernel/database/fragment.ts';
import { type EventsRow, expandEvents } from '#server/kernel/database/stored-state.ts';
import type { Db } from '#server/kernel/database/transaction.ts';

/** A form of an order with its stored changes; values are encrypted. */
export interface FormWithChanges {
  form_code: string;
  form_definition_id: string;
  content: Record<string, unknown>;
  /** Last change of each field. */
  changes: ContentChange[];
  deleted_at: string | null;
  stored: {
    version: number;
    number: number | null;
    staff_name: string;
    at: string;
    fields: string[];
    previous: Record<string, unknown> | null;
  }[];
}

/** Returns the forms of an order with their changes after a version, or one of them; also deleted forms. */
export async function listFormsWithChanges(
  db: Db,
  workorderId: string,
  { formCode, after = 0 }: { formCode?: string | undefined; after?: number },
): Promise<FormWithChanges[]> {
  const { rows } = await fragment<FormWithChanges>`
    select f.form_code, f.form_definition_id, f.content, f.changes, f.deleted_at,
      (select coalesce(jsonb_agg(jsonb_build_object('version', c.version, 'number', c.number,
          'staff_name', c.staff_name, 'at', c.at, 'fields', c.fields, 'previous', c.previous)), '[]')
        from work_order_form_changes c where c.workorder_id = f.workorder_id and c.form_code = f.form_code
          and c.version > ${after}::int) as stored
    from work_order_forms f where f.workorder_id = ${workorderId}::uuid
      and ${formCode === undefined ? fragment`true` : fragment`f.form_code = ${formCode}`}
    order by f.form_code`.execute(db);
  return rows;
}

export interface StepRow {
  version: number;
  action: string;
  actor_id: string;
  at: string;
}

/** Rows of the trace by which a step is named. */
export interface StepNameRow {
  at: string;
  handler_id: string;
  handler_name: string;
  act_name: string;
  /** Empty for a row that belongs to no node. */
  node_name: string;
}

/** Returns the first actions of an order, the rows of its trace, and the number of all actions. */
export async function listSteps(
  db: Db,
  workorderId: string,
  limit: number,
): Promise<{ steps: StepRow[]; names: StepNameRow[]; total: number }> {
  const { rows } = await fragment<{ steps: StepRow[]; names: StepNameRow[]; total: number }>`
    with steps as (select e.version, e.action, e.actor_id, e.at from work_order_events e
      where e.workorder_id = ${workorderId}::uuid order by e.version limit ${limit}),
    names as (
      select t.ended_at as at, t.handler_id, t.handler_name, t.act_name, t.node_name from traces t
        where t.workorder_id = ${workorderId}::uuid and t.handler_id is not null
      union all
      select r.at, r.handler_id, r.handler_name, r.act_name, '' from work_order_records r
        where r.workorder_id = ${workorderId}::uuid)
    select (select coalesce(json_agg(s order by s.version), '[]') from steps s) as steps,
      (select coalesce(json_agg(n), '[]') from names n
        where n.at <= (select max(s.at) from steps s)) as names,
      (select count(*)::int from work_order_events e where e.workorder_id = ${workorderId}::uuid) as total`.execute(
    db,
  );
  return rows[0] ?? { steps: [], names: [], total: 0 };
}

/**
 * Returns the state of an order after the action with this version, and its time; undefined if no action has the
 * version, or if more actions came before it than the limit.
 */
export async function findStateAt(
  db: Db,
  workorderId: string,
  version: number,
  limit: number,
): Promise<{ state: OrderState; at: Date } | undefined> {
  const { rows } = await fragment<EventsRow & { version: number; at: Date }>`
    select e.version, e.at, e.schema, e.events from work_order_events e
    where e.workorder_id = ${workorderId}::uuid and e.version <= ${version}::int
    order by e.version limit ${limit + 1}`.execute(db);
  const last = rows.at(-1);
  if (last?.version !== version || rows.length > limit) return undefined;
  return { state: foldStored(rows.map(expandEvents)), at: last.at };
}
