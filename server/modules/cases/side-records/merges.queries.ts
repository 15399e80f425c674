import type { ClockLedger } from '#domain/calendar/clock-ledger.ts';
import type { MergedLimit } from '#domain/records/merge.ts';
import type { OrderState } from '#domain/workflow/model/model.ts';
import { fragment } from '#server/kernel/database/fragment.ts';
import { type StoredState, storedState, withState } from '#server/kernel/database/stored-state.ts';
import type { Db } from '#server/kernel/database/transaction.ts';

/** A main order of a merge (并案). */
export interface MainOrder {
  id: string;
  code: string;
  status: number;
  ended: boolean;
  clock: ClockLedger | null;
  state: OrderState;
}

/** Finds a main order with everything that decides its limit and the end of its merged orders. */
export async function findMainOrder(db: Db, id: string): Promise<MainOrder | undefined> {
  const { rows } = await fragment<Omit<MainOrder, 'state'> & StoredState>`
    select o.id, o.code, o.status, o.ended_at is not null as ended, s.clock, ${storedState}
    from work_orders o join work_order_states s on s.workorder_id = o.id where o.id = ${id}::uuid`.execute(
    db,
  );
  return rows[0] && withState(rows[0]);
}

export interface MergedOrder {
  id: string;
  code: string;
  /** Number of its record. */
  number: number;
  limit: MergedLimit;
  due_at: Date | null;
  merged_at: Date;
}

/** Lists the orders that are merged into a main order, in the order of their codes. */
export async function listMergedOrders(db: Db, mainId: string): Promise<MergedOrder[]> {
  const { rows } = await fragment<MergedOrder>`
    select o.id, o.code, r.number, r.data->>'limit' as limit, o.due_at, r.opened_at as merged_at
    from side_records r join work_orders o on o.id = r.workorder_id
    where r.kind = 'merge' and r.is_open and r.state = 'merged' and r.data->>'mainId' = ${mainId}
    order by o.code`.execute(db);
  return rows;
}

/** Finds the main order into which an order is merged now; undefined if it is in none. */
export async function findMainOf(db: Db, workorderId: string): Promise<string | undefined> {
  const { rows } = await fragment<{ main: string }>`select data->>'mainId' as main from side_records
    where workorder_id = ${workorderId}::uuid and kind = 'merge' and state = 'merged'`.execute(db);
  return rows[0]?.main;
}

/**
 * Lists main orders whose record does not name the orders merged into them, that have ended before these, or whose limit
 * has to be computed again: their clock runs again, a limit of a merged order was moved, or their own ends after that.
 */
export async function listUnsettledMains(db: Db, limit: number): Promise<string[]> {
  const { rows } = await fragment<{ main: string }>`
    with members as (
      select (r.data->>'mainId')::uuid as main, array_agg(r.workorder_id order by r.workorder_id) as ids,
        min(m.due_at) filter (where r.data->>'limit' = 'earliest') as earliest
      from side_records r join work_orders m on m.id = r.workorder_id
      where r.kind = 'merge' and r.is_open and r.state = 'merged' group by 1
    ), leads as (
      select workorder_id as main, coalesce((data->>'isLimitOpen')::boolean, false) as is_limit_open,
        (data->>'earliestDue')::timestamptz as earliest,
        array(select (member->>'id')::uuid as id from jsonb_array_elements(data->'members') member order by 1) as ids
      from side_records where kind = 'merge' and is_open and state = 'leading'
    )
    select main::text from members full join leads using (main) join work_orders o on o.id = main
    where members.ids is distinct from leads.ids or leads.is_limit_open and o.due_at is not null
      or members.earliest is distinct from leads.earliest or o.due_at > members.earliest
    limit ${limit}`.execute(db);
  return rows.map(({ main }) => main);
}
