import { type Fragment, fragment } from '#server/kernel/database/fragment.ts';
import type { Decision, NewOrder } from '../decision.ts';
import { searchGrams } from '../search-grams.ts';

/** Updates the columns of the order that lists show after the decision. */
export function updateOrder({ rowChanges: { order }, at, due }: Decision): Fragment {
  return fragment`updated_order as (
  update work_orders o set status = ${order.status}, rollback_status = ${order.rollback_status},
    result_code = ${order.result_code}, ended_at = ${order.ended_at}, updated_at = ${at},
    due_at = ${due.dueAt}, due_provisional = ${due.provisional},
    urge_count = o.urge_count + ${order.urged_at === null ? 0 : 1},
    urged_at = coalesce(${order.urged_at}::timestamptz, o.urged_at), worked_days = ${order.worked_days}
  from written_state s where o.id = s.workorder_id
)`;
}

/** Assigns the next number of the year, and builds the public code from it. */
export function assignCode({ year }: NewOrder): Fragment {
  return fragment`next_number as (
  insert into order_counters (year, last) values (${year}, 1)
  on conflict (year) do update set last = order_counters.last + 1 returning last
), public_code as (
  select ${String(year)}::text || lpad(last::text, greatest(6, length(last::text)), '0') as code from next_number
)`;
}

/** Inserts the row of a new order. */
export function insertOrder(decision: Decision, order: NewOrder): Fragment {
  const { rowChanges, actor, at, due } = decision;
  return fragment`new_order as (
  insert into work_orders (id, code, business_item_id, task_code, item_name, title, applicant_name,
    process_definition_id, status, rollback_status, result_code, initiator_id, initiator_name, org_id, org_name,
    area_code, area_name, started_at, updated_at, ended_at, due_at, due_provisional, serve_types, worked_days)
  select s.workorder_id, c.code, ${order.businessItemId}, ${decision.taskCode}, ${order.itemName}, ${order.title},
    ${order.applicant.name}, ${order.processDefinitionId}, ${rowChanges.order.status},
    ${rowChanges.order.rollback_status}, ${rowChanges.order.result_code}, ${actor.staffId}, ${actor.name},
    ${order.orgId}, ${actor.orgName}, ${decision.areaCode}, ${order.areaName}, ${at}, ${at},
    ${rowChanges.order.ended_at}, ${due.dueAt}, ${due.provisional}, ${order.serveTypes}, ${rowChanges.order.worked_days}
  from written_state s, public_code c
)`;
}

/**
 * Inserts the character pairs for searching the order; written once, so that no action changes their index.
 */
export function insertSearchGrams({ title, applicant }: NewOrder): Fragment {
  const text = `${title} ${applicant.name}`;
  const grams = searchGrams(text);
  return fragment`search_grams_of_order as (
  insert into work_order_search (workorder_id, grams)
  select s.workorder_id, coalesce(${grams}::text[], search_grams(${grams === null ? text : null})) from written_state s
)`;
}
