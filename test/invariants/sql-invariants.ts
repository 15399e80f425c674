import { type RawBuilder, sql } from 'kysely';

/**
 * A rule of workflow.md that one statement can check for all orders at once; every returned row breaks it.
 */
export interface SqlInvariant {
  rule: string;
  /** Rows with one text column `broken` that identifies the order or the row. */
  broken: RawBuilder<{ broken: string }>;
}

/** Calls that act on an order and always have an idempotency key. */
const actingPaths = [
  '/workorder/workorder/initiateProcess',
  '/workorder/workorder/handle',
  '/workorder/workorders/:workorderCode/comments',
  '/workorder/workorders/rares',
  '/workorder/workorders/:workorderCode/withdraw',
  '/workorder/workorders/:workorderCode/recall',
  '/api/work-orders/reassign',
  '/api/work-orders/copy',
  '/api/work-orders/:workorderCode/copies/note',
  '/api/work-orders/:workorderCode/papers',
  '/api/work-orders/sign',
  '/api/work-orders/return-to-handler',
  '/api/work-orders/return-to-handler/submit',
  '/api/work-orders/countersign/call-off',
  '/api/work-orders/countersign/add',
  '/api/work-orders/signers/add',
  '/api/work-orders/remove-signer',
];

export const sqlInvariants: readonly SqlInvariant[] = [
  {
    rule: 'an order that has not ended has an open task, an ended one has none',
    broken: sql`select o.code as broken from work_orders o
      where (o.ended_at is null) <> exists (
        select from traces t where t.workorder_id = o.id and t.handler_status = 0)`,
  },
  {
    rule: 'the inbox holds no task but open ones, for none but their candidates',
    broken: sql`select i.workorder_id || '.' || i.number as broken from inbox i
      where not exists (
        select from traces t where t.workorder_id = i.workorder_id and t.number = i.number
          and t.handler_status = 0 and i.key = any(t.candidates))`,
  },
  {
    rule: 'a limit of a panel belongs to an order that runs',
    broken: sql`select l.workorder_id || ' ' || l.panel_id as broken from panel_limits l
      where not exists (select from work_orders o where o.id = l.workorder_id and o.ended_at is null)`,
  },
  {
    rule: 'a record that holds its order open belongs to an order that runs (a closed order has nothing open)',
    broken: sql`select r.workorder_id || ' ' || r.number as broken from side_records r
      join work_orders o on o.id = r.workorder_id
      where r.is_open and o.ended_at is not null
        and r.kind in ('correction', 'special', 'suspension', 'extension', 'supervision', 'merge')`,
  },
  {
    rule: 'an order has at most one open correction',
    broken: sql`select workorder_id::text as broken from side_records
      where is_open and kind = 'correction' group by workorder_id, task_number having count(*) > 1`,
  },
  {
    rule: 'a complete trace has its time, person and outcome; a pending one has none of them',
    broken: sql`select t.workorder_id || '.' || t.number as broken from traces t
      where (t.handler_status = 0) <> (t.ended_at is null)
        or (t.handler_status = 0) <> (t.outcome is null)
        or (t.outcome is not null and t.outcome not like 'closedBy%') <> (t.handler_id is not null)`,
  },
  {
    rule: 'one idempotency key has one effect: as many keys as actions, person by person; the system has none',
    broken: sql`with acted as (select actor_id as staff_id, count(*) as times from work_order_events
        where actor_id <> 'system' group by 1),
      keyed as (select staff_id, count(*) as times from idempotency_keys
        where endpoint = any(${actingPaths}::text[])
          or endpoint like '/api/work-orders/:workorderCode/records/%' group by 1)
      select coalesce(acted.staff_id, keyed.staff_id) as broken from acted full join keyed using (staff_id)
      where acted.times is distinct from keyed.times`,
  },
  {
    rule: 'an idempotency key holds the answer',
    broken: sql`select key as broken from idempotency_keys where answer not like '{"errcode":0,%'`,
  },
  {
    rule: 'traces are numbered from 1 without gaps',
    broken: sql`select workorder_id::text as broken from traces group by workorder_id
      having min(number) <> 1 or max(number) <> count(*)`,
  },
  {
    rule: 'records are numbered from 1 without gaps, one for each action that leaves a record',
    broken: sql`select o.code as broken from work_orders o
      -- A slot that is returned to its handler, and side records that end with their visit, have a record of their own.
      cross join lateral (select count(*) as rows, coalesce(max(number), 0) as last,
          count(*) filter (where act_name in ('退回继续办理', '记录结束')) as back
        from work_order_records r where r.workorder_id = o.id) r
      cross join lateral (select count(*) as times from work_order_events e
        where e.workorder_id = o.id and e.action in ('withdraw', 'recall', 'reassign', 'startCountersign',
          'addToCountersign', 'callOffCountersign', 'addSigners', 'addToSigners', 'removeSigner', 'delegate',
          'returnToHandler',
          'copy', 'leaveNote', 'urge', 'addPapers', 'changeRecord')) e
      -- A task that is delegated without return counts as finished: its trace shows it, and there is no record.
      cross join lateral (select count(*) as handed from traces t
        where t.workorder_id = o.id and t.outcome = 'delegated') t
      where r.rows <> r.last or r.rows - r.back <> e.times - t.handed`,
  },
  {
    rule: 'every action on an order left exactly one audit record, with the version that it made',
    broken: sql`with recorded as (
        select workorder_id, version, 'work-order.' || action as action from work_order_events),
      audited as (
        select object_id::uuid as workorder_id, (detail ->> 'version')::int as version, action
        from audit_links where object_kind = 'work-order' and detail ? 'version')
      select coalesce(s.workorder_id, a.workorder_id) || ' version ' || coalesce(s.version, a.version) as broken
      from recorded s full join audited a using (workorder_id, version, action)
      where s.workorder_id is null or a.workorder_id is null`,
  },
  {
    rule: 'every message about an order belongs to an order that is there and was sent to a reader of it',
    broken: sql`select m.id as broken from messages m
      where m.workorder_id is not null and not exists (
        select from work_orders o where o.id = m.workorder_id::uuid and o.code = m.workorder_code)`,
  },
  {
    rule: 'every queued notice belongs to a committed action',
    broken: sql`select x.workorder_id || ' ' || x.version as broken from work_order_outbox x
      where not exists (
        select from work_order_events e where e.workorder_id = x.workorder_id and e.version = x.version)`,
  },
  {
    rule: 'codes of a year are gapless and the counter stands at the last',
    broken: sql`with coded as (
        select left(code, 4)::int as year, count(*) as orders, max(substr(code, 5)::int) as last
        from work_orders group by 1)
      select year::text as broken from coded full join order_counters c using (year)
      where coded.orders is distinct from c.last or coded.last is distinct from c.last`,
  },
  {
    rule: 'an unfinished order is stored for the duplicate check, except a repeated petition of another order',
    broken: sql`with wanted as (
        select o.task_code, a.cert_code_digest, o.id as workorder_id, exists (
          select from work_order_forms f join work_orders earlier
            on earlier.code = f.content ->> split_part(b.petition_fields -> 'original' ->> 'field', '.', 2)
          where f.workorder_id = o.id and f.form_code = split_part(b.petition_fields -> 'original' ->> 'field', '.', 1)
            and (b.petition_fields -> 'original' ->> 'unfinished')::boolean and earlier.id <> o.id) as may_repeat
        from work_orders o join work_order_applicants a on a.workorder_id = o.id
        join business_items b on b.id = o.business_item_id
        where o.ended_at is null and b.duplicate_check and a.cert_code_digest <> '')
      select coalesce(w.workorder_id, u.workorder_id)::text as broken
      from wanted w full join unfinished_applications u using (task_code, cert_code_digest, workorder_id)
      where w.workorder_id is null or (u.task_code is null and not w.may_repeat)`,
  },
  {
    rule: 'an open task is due in the inbox when its trace says, else when the order is due',
    broken: sql`select i.workorder_id || '.' || i.number as broken
      from inbox i join traces t using (workorder_id, number) join work_orders o on o.id = i.workorder_id
      where i.due_at is distinct from coalesce(t.due_at, o.due_at)`,
  },
  {
    rule: 'the inbox says the status that its order has',
    broken: sql`select i.workorder_id || '.' || i.number as broken
      from inbox i join work_orders o on o.id = i.workorder_id where i.status <> o.status`,
  },
  {
    rule: 'the inbox names the node of its trace, and marks as returned only tasks that a return opened',
    broken: sql`select i.workorder_id || '.' || i.number as broken
      from inbox i join traces t using (workorder_id, number)
      where i.node_name <> t.node_name or i.returned and not exists (
        select from traces p where p.workorder_id = i.workorder_id and p.outcome = 'returned')`,
  },
  {
    rule: 'every order has its state, applicant, forms and search words',
    broken: sql`select o.code as broken from work_orders o
      where not exists (select from work_order_states s where s.workorder_id = o.id)
        or not exists (select from work_order_applicants a where a.workorder_id = o.id)
        or not exists (select from work_order_search g where g.workorder_id = o.id)
        or (select count(*) from work_order_forms f where f.workorder_id = o.id) <> (
          select cardinality(b.form_definition_ids) from business_items b where b.id = o.business_item_id)`,
  },
  {
    rule: 'the figures of the office agree with its orders',
    broken: sql`select 'day ' || d as broken from day_drift d
      union all select 'unit ' || u from unit_drift u
      union all select 'office ' || o from office_drift o
      union all select 'hour ' || h from hour_drift h
      union all select 'open ' || o from open_drift o`,
  },
  {
    rule: 'the combined query has each order as it is, or lists it as changed (docs/decisions/0144)',
    broken: sql`with current_orders as (
        select o.id, o.code, p.place from work_orders o left join order_query_places p on p.workorder_id = o.id
        where not exists (select from work_order_outbox w where w.workorder_id = o.id)
          and not exists (select from order_query_changes c where c.workorder_id = o.id)
      ), recorded as (
        select s.id, b.term from current_orders s join order_query_bits b
          on b.chunk = s.place / 30000 and get_bit(b.bits, s.place % 30000) = 1
      ), expected_terms as (
        select t.workorder_id as id, t.term from order_query_terms(array(select id from current_orders)) t
      )
      select code || ' has no place' as broken from current_orders where place is null
      union all select s.code || ': ' || x.term from current_orders s join (
        (select * from recorded except select * from expected_terms) union all (select * from expected_terms except select * from recorded)) x using (id)`,
  },
  {
    rule: 'an order that has ended, and no other, says how many working days it took',
    broken: sql`select o.code as broken from work_orders o
      where (o.ended_at is null) <> (o.worked_days is null)
        or o.worked_days > day_in_china(o.ended_at) - day_in_china(o.started_at)`,
  },
];
