import { type Fragment, fragment } from '#server/kernel/database/fragment.ts';
import type { Decision, NewOrder } from '../decision.ts';

/**
 * Inserts the change of the office's statistics by the action (docs/decisions/0146): status, limit and end of
 * the order before it, which the statement's own snapshot still shows, and after it. Inserts nothing if an
 * action changes none of these.
 */
export function insertFigureChange({ rowChanges: { order }, due }: Decision): Fragment {
  return fragment`changed_figures as (
  insert into figure_changes (org_id, area_code, business_item_id, channel, started_at,
    old_status, old_due_on, old_ended_on, old_worked_days, status, due_on, ended_on, worked_days)
  select o.org_id, o.area_code, o.business_item_id, coalesce(o.serve_types[1], ''), o.started_at,
    o.status, day_in_china(o.due_at), day_in_china(o.ended_at), o.worked_days,
    n.status, day_in_china(n.due_at), day_in_china(n.ended_at), n.worked_days
  from written_state s join work_orders o on o.id = s.workorder_id
  cross join (select ${order.status}::smallint as status, ${due.dueAt}::timestamptz as due_at,
    ${order.ended_at}::timestamptz as ended_at, ${order.worked_days}::integer as worked_days) n
  where (o.status, o.due_at, o.ended_at) is distinct from (n.status, n.due_at, n.ended_at)
)`;
}

/** Inserts a new order into the statistics. */
export function insertStartFigures(decision: Decision, order: NewOrder): Fragment {
  const { rowChanges, due, at, areaCode } = decision;
  return fragment`counted_start as (
  insert into figure_changes (org_id, area_code, business_item_id, channel, started_at, status, due_on, ended_on,
    worked_days)
  select ${order.orgId}, ${areaCode}, ${order.businessItemId}, ${order.serveTypes[0] ?? ''}, ${at},
    ${rowChanges.order.status}, day_in_china(${due.dueAt}::timestamptz),
    day_in_china(${rowChanges.order.ended_at}::timestamptz), ${rowChanges.order.worked_days}
  from written_state
)`;
}
