import { type Fragment, fragment } from '#server/kernel/database/fragment.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import {
  type KeyHolder,
  keyRowsOf,
  lentPart,
  orLentTask,
} from '#server/modules/cases/work-orders/service.ts';

export interface WaitingTask {
  node_name: string;
  due_at: Date | null;
}

/**
 * Lists open tasks by their due date, from an index alone. A task found by several keys counts once: its rows
 * are adjacent and have the same number.
 */
export async function listOpenTasks(db: Db, holder: KeyHolder, limit: number): Promise<WaitingTask[]> {
  const { rows } = await fragment<WaitingTask>`
    select x.node_name, x.due_at
    from ${keyRowsOf(holder)} cross join lateral (
      select i.workorder_id, i.number, i.due_at, i.node_name from inbox i
      where i.key = mine.key${lentPart(holder, 'mine')} order by i.due_at, i.workorder_id, i.number limit ${limit}
    ) x
    group by x.due_at, x.workorder_id, x.number, x.node_name
    order by x.due_at limit ${limit}`.execute(db);
  return rows;
}

export async function countDoneTasks(
  db: Db,
  staffId: string,
  { today, monday }: { today: Date; monday: Date },
): Promise<{ today: number; week: number }> {
  const { rows } = await fragment<{ today: number; week: number }>`
    select count(*) filter (where handled_at >= ${today})::int as today, count(*)::int as week
    from done_entries where staff_id = ${staffId} and handled_at >= ${monday}`.execute(db);
  return rows[0] ?? { today: 0, week: 0 };
}

export interface WaitingOrder {
  id: string;
  initiator_id: string;
  urged_at: Date | null;
  code: string;
  title: string;
  task_number: number;
  node_name: string;
  handler_names: string[];
  since: Date;
}

/**
 * The number of a person's orders that are examined: the most recently started and the most recently handled.
 */
const maxExamined = 200;

/**
 * Returns the orders that this person started or handled and that now wait only for others, the longest wait
 * first.
 */
export async function listWaitingForOthers(
  db: Db,
  holder: KeyHolder,
  limit: number,
): Promise<WaitingOrder[]> {
  const { staffId, keys } = holder;
  const { rows } = await fragment<WaitingOrder>`
    with mine as (
      (select d.workorder_id from done_entries d where d.staff_id = ${staffId}
        order by d.handled_at desc, d.workorder_id desc limit ${maxExamined})
      union
      (select o.id from work_orders o where o.initiator_id = ${staffId}
        order by o.started_at desc, o.id desc limit ${maxExamined})
    )
    select o.id, o.initiator_id, o.urged_at, o.code, o.title, w.number as task_number, w.node_name, w.candidate_names as handler_names, w.started_at as since
    from mine join work_orders o on o.id = mine.workorder_id
    cross join lateral (
      select t.number, t.node_name, t.candidate_names, t.started_at, bool_or(t.candidates && ${[...keys]}::text[]${orLentTask(holder)}) over () as also_mine
      from traces t where t.workorder_id = o.id and t.handler_status = 0
      order by t.started_at, t.number limit 1
    ) w
    where o.ended_at is null and not w.also_mine
    order by w.started_at, o.id limit ${limit}`.execute(db);
  return rows;
}

/**
 * Counts the open orders that this person started, and those that this person handled, up to the limit of the
 * lists.
 */
export async function countOpenOrders(
  db: Db,
  staffId: string,
  limit: number,
): Promise<{ initiated: number; handled: number }> {
  const countOf = (orders: Fragment) =>
    fragment`(select count(*)::int from (${orders} limit ${limit}) found)`;
  const initiated = fragment`select from work_orders o where o.initiator_id = ${staffId} and o.ended_at is null`;
  const handled = fragment`select from done_entries d join work_orders o on o.id = d.workorder_id
    where d.staff_id = ${staffId} and o.ended_at is null`;
  const { rows } = await fragment<{ initiated: number; handled: number }>`
    select ${countOf(initiated)} as initiated, ${countOf(handled)} as handled`.execute(db);
  return rows[0] ?? { initiated: 0, handled: 0 };
}

export interface StartedItem {
  taskCode: string;
  name: string;
  started: number;
}

/** Returns the items that this person has started most since the given time, and that can still be started. */
export async function listStartedItems(
  db: Db,
  staffId: string,
  since: Date,
  limit: number,
): Promise<StartedItem[]> {
  const { rows } = await fragment<StartedItem>`
    select b.task_code as "taskCode", b.name, s.started
    from (
      select o.task_code, count(*)::int as started from (
        select task_code from work_orders where initiator_id = ${staffId} and started_at >= ${since}
        order by started_at desc, id desc limit 1000
      ) o group by o.task_code
    ) s join business_items b on b.task_code = s.task_code and b.current
    order by s.started desc, b.sort_by, b.task_code limit ${limit}`.execute(db);
  return rows;
}
