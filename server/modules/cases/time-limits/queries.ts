import type { Selectable } from 'kysely';
import type { StoredHoliday } from '#domain/calendar/calendar-change.ts';
import type { ClockLedger, TimeLimit } from '#domain/calendar/clock-ledger.ts';
import type { LocalDate } from '#domain/calendar/local-date.ts';
import type { OrderState } from '#domain/workflow/model/model.ts';
import { type Fragment, fragment } from '#server/kernel/database/fragment.ts';
import { rowsAsColumns } from '#server/kernel/database/rows-as-columns.ts';
import { type StoredState, storedState, withState } from '#server/kernel/database/stored-state.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';
import type { TracesTable, WorkOrdersTable } from '#server/kernel/database/work-order-tables.ts';

/** Open orders with one limit, start and due day; none of them was paused or extended. */
export interface OrderGroup {
  limit: TimeLimit;
  startedOn: LocalDate;
  dueOn: LocalDate;
  orders: number;
}

const isPlain = fragment`s.clock->'pauses' = '[]'::jsonb and s.clock->'extensions' = '[]'::jsonb`;
const startedOn = fragment`day_in_china((s.clock->>'startedAt')::timestamptz)::text`;
const dueOn = fragment`day_in_china(o.due_at)::text`;
const openOrders = fragment`work_orders o join work_order_states s on s.workorder_id = o.id`;

/** Counts the open orders. */
export async function countOpenOrders(db: Db): Promise<number> {
  const { rows } = await fragment<{ orders: number }>`
    select count(*)::int as orders from work_orders where ended_at is null`.execute(db);
  return rows[0]?.orders ?? 0;
}

/** Groups the open orders that are due on a day or later and whose clock always ran. */
export async function groupOrders(db: Db, from: LocalDate): Promise<OrderGroup[]> {
  const { rows } = await fragment<OrderGroup>`
    select s.clock->'limit' as "limit", ${startedOn} as "startedOn", ${dueOn} as "dueOn", count(*)::int as orders
    from ${openOrders} where o.ended_at is null and day_in_china(o.due_at) >= ${from}::date and ${isPlain}
    group by 1, 2, 3`.execute(db);
  return rows;
}

/** An order as the list of moved orders shows it; without title and applicant, whom administrators do not see. */
export interface ListedOrder {
  code: string;
  itemName: string;
  orgName: string;
  dueOn: LocalDate;
}

/** Lists orders of some groups. */
export async function listOrdersOfGroups(
  db: Db,
  groups: readonly Omit<OrderGroup, 'orders'>[],
  maxRows: number,
): Promise<(ListedOrder & { position: number })[]> {
  const types = { position: 'integer', limits: 'jsonb', begun: 'text', due: 'text' } as const;
  const rows = groups.map((group, position) => ({
    position,
    limits: group.limit,
    begun: group.startedOn,
    due: group.dueOn,
  }));
  const result = await fragment<ListedOrder & { position: number }>`
    select x.position, o.code, o.item_name as "itemName", o.org_name as "orgName", ${dueOn} as "dueOn"
    from ${rowsAsColumns(types, rows)}
    join lateral (select o.* from ${openOrders} where o.ended_at is null and ${isPlain}
      and day_in_china(o.due_at) = x.due::date and ${startedOn} = x.begun and s.clock->'limit' = x.limits
      order by o.code limit ${maxRows}) o on true
    order by x.position, o.code limit ${maxRows}`.execute(db);
  return result.rows;
}

/** Counts open orders due on a day or later whose clock was paused or extended. */
export async function countPausedOrders(db: Db, from: LocalDate): Promise<number> {
  const { rows } = await fragment<{ orders: number }>`
    select count(*)::int as orders from ${openOrders}
    where o.ended_at is null and day_in_china(o.due_at) >= ${from}::date and not (${isPlain})`.execute(db);
  return rows[0]?.orders ?? 0;
}

/** Lists some of these orders with their clocks; which of them are listed does not depend on their limits. */
export async function listPausedOrders(
  db: Db,
  from: LocalDate,
  maxRows: number,
): Promise<(ListedOrder & { clock: ClockLedger })[]> {
  const { rows } = await fragment<ListedOrder & { clock: ClockLedger }>`
    select o.code, o.item_name as "itemName", o.org_name as "orgName", ${dueOn} as "dueOn", s.clock
    from ${openOrders} where o.ended_at is null and day_in_china(o.due_at) >= ${from}::date and not (${isPlain})
    order by hashtext(o.id::text), o.id limit ${maxRows}`.execute(db);
  return rows;
}

/**
 * Selects the open orders due on a day or later that may move, with their clocks, by their due day: those of some
 * groups, and those whose clock was paused or extended.
 */
export function selectMovable(
  from: LocalDate,
  groups: readonly Omit<OrderGroup, 'orders'>[],
): Fragment<ListedOrder & { clock: ClockLedger }> {
  const types = { limits: 'jsonb', begun: 'text', due: 'text' } as const;
  const rows = groups.map((group) => ({ limits: group.limit, begun: group.startedOn, due: group.dueOn }));
  return fragment<ListedOrder & { clock: ClockLedger }>`
    select o.code, o.item_name as "itemName", o.org_name as "orgName", ${dueOn} as "dueOn", s.clock
    from ${openOrders} where o.ended_at is null and day_in_china(o.due_at) >= ${from}::date
      and (not (${isPlain}) or (s.clock->'limit', ${startedOn}, ${dueOn}) in
        (select x.limits, x.begun, x.due from ${rowsAsColumns(types, rows)}))
    order by o.due_at, o.code`;
}

/** Open tasks at one node that arrived on one day and are due on one day. */
export interface TaskGroup {
  processDefinitionId: string;
  nodeId: string;
  arrivedOn: LocalDate;
  dueOn: LocalDate;
  tasks: number;
}

/** Groups the open tasks that are due on a day or later. */
export async function groupTasks(db: Db, from: LocalDate): Promise<TaskGroup[]> {
  const { rows } = await fragment<TaskGroup>`
    select o.process_definition_id as "processDefinitionId", t.node_id as "nodeId",
      day_in_china(t.started_at)::text as "arrivedOn", day_in_china(t.due_at)::text as "dueOn", count(*)::int as tasks
    from traces t join work_orders o on o.id = t.workorder_id
    where o.ended_at is null and t.handler_status = 0 and day_in_china(t.due_at) >= ${from}::date
    group by 1, 2, 3, 4`.execute(db);
  return rows;
}

/** Progress of the move of due dates to another calendar. */
export interface CalendarMove {
  applied: StoredHoliday[];
  target: StoredHoliday[] | null;
  targetAt: Date | null;
  fromDay: LocalDate | null;
  lastOrder: string | null;
  moved: number;
}

/** Reads and locks the progress; undefined if another process has it. */
export async function lockMove(tx: Tx): Promise<CalendarMove | undefined> {
  const { rows } = await fragment<CalendarMove>`
    select applied, target, target_at as "targetAt", from_day::text as "fromDay", last_order as "lastOrder", moved
    from calendar_moves for update skip locked`.execute(tx);
  return rows[0];
}

export async function saveMove(tx: Tx, move: CalendarMove): Promise<void> {
  await fragment`update calendar_moves set applied = ${JSON.stringify(move.applied)}::jsonb,
    target = ${move.target && JSON.stringify(move.target)}::jsonb, target_at = ${move.targetAt}::timestamptz,
    from_day = ${move.fromDay}::date, last_order = ${move.lastOrder}::uuid, moved = ${move.moved}`.execute(
    tx,
  );
}

/** Lists open orders by id, after the last one, of which the order or a task is due on a day or later. */
export async function listOrdersDueFrom(
  tx: Tx,
  { from, last, limit }: { from: LocalDate; last: string | null; limit: number },
): Promise<string[]> {
  const { rows } = await fragment<{ id: string }>`
    select o.id from work_orders o
    where ${last === null ? fragment`true` : fragment`o.id > ${last}::uuid`} and o.ended_at is null
      and (day_in_china(o.due_at) >= ${from}::date or exists (select from traces t where t.workorder_id = o.id
        and t.handler_status = 0 and day_in_china(t.due_at) >= ${from}::date))
    order by o.id limit ${limit}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** A stored due date of an order or of one of its tasks. */
export interface StoredDue {
  dueAt: Date | null;
  provisional: boolean;
}

/** An open order with everything from which its due dates are calculated. */
export interface OrderWithLimits {
  processDefinitionId: string;
  clock: ClockLedger | null;
  state: OrderState;
  order: Selectable<WorkOrdersTable>;
  /** Traces of its open tasks. */
  traces: Selectable<TracesTable>[];
}

/** Reads an open order and locks its state; undefined if it has ended meanwhile. */
export async function lockOrder(tx: Tx, id: string): Promise<OrderWithLimits | undefined> {
  const { rows } = await fragment<
    Pick<OrderWithLimits, 'processDefinitionId' | 'clock'> & StoredState
  >`select s.process_definition_id as "processDefinitionId", s.clock, ${storedState}
    from work_order_states s where s.workorder_id = ${id}::uuid for update`.execute(tx);
  const order = await tx.selectFrom('work_orders').selectAll().where('id', '=', id).executeTakeFirst();
  if (rows[0] === undefined || order === undefined || order.ended_at !== null) return undefined;
  const traces = await tx
    .selectFrom('traces')
    .selectAll()
    .where('workorder_id', '=', id)
    .where('handler_status', '=', 0)
    .orderBy('number')
    .execute();
  return { ...withState(rows[0]), order, traces };
}

export interface TaskDue extends StoredDue {
  number: number;
  panelId: number | null;
}

/**
 * Writes the due dates of an order and all its open tasks: the order, traces, to-do lists, the running limits of
 * panels, and the change of the office's figures.
 */
export async function writeDueDates(
  tx: Tx,
  { id, order, tasks }: { id: string; order: StoredDue; tasks: readonly TaskDue[] },
): Promise<void> {
  const dueTasks = rowsAsColumns(
    { number: 'integer', panel_id: 'integer', due_at: 'timestamptz', provisional: 'boolean' },
    tasks.map(({ number, panelId, dueAt, provisional }) => ({
      number,
      panel_id: panelId,
      due_at: dueAt?.toISOString() ?? null,
      provisional,
    })),
  );
  await fragment`
    with figures as (
      insert into figure_changes (org_id, area_code, business_item_id, channel, started_at, old_status, old_due_on,
        old_ended_on, old_worked_days, status, due_on, ended_on, worked_days)
      select o.org_id, o.area_code, o.business_item_id, coalesce(o.serve_types[1], ''), o.started_at, o.status,
        day_in_china(o.due_at), day_in_china(o.ended_at), o.worked_days, o.status,
        day_in_china(${order.dueAt}::timestamptz), day_in_china(o.ended_at), o.worked_days
      from work_orders o where o.id = ${id}::uuid and o.due_at is distinct from ${order.dueAt}::timestamptz
    ), due_order as (
      update work_orders set due_at = ${order.dueAt}::timestamptz, due_provisional = ${order.provisional}
      where id = ${id}::uuid
    ), due_traces as (
      update traces t set due_at = x.due_at, due_provisional = x.provisional from ${dueTasks}
      where t.workorder_id = ${id}::uuid and t.number = x.number
    ), due_panels as (
      update panel_limits l set due_at = x.due_at from ${dueTasks}
      where l.workorder_id = ${id}::uuid and l.panel_id = x.panel_id and x.due_at is not null
    )
    update inbox i set due_at = coalesce(x.due_at, ${order.dueAt}::timestamptz) from ${dueTasks}
    where i.workorder_id = ${id}::uuid and i.number = x.number
      and i.due_at is distinct from coalesce(x.due_at, ${order.dueAt}::timestamptz)`.execute(tx);
}
