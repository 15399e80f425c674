import type { ClockLedger } from '#domain/calendar/clock-ledger.ts';
import type { OrderState, WorkflowEvent } from '#domain/workflow/model/model.ts';
import { currentEvents } from '#domain/workflow/versions/stored-events.ts';
import { fragment } from '#server/kernel/database/fragment.ts';
import {
  type EventsRow,
  expandEvents,
  type StoredState,
  storedState,
  withState,
} from '#server/kernel/database/stored-state.ts';
import type { Db } from '#server/kernel/database/transaction.ts';

/** One order as stored in its tables. */
export interface OrderRows {
  id: string;
  code: string;
  process_definition_id: string;
  status: number;
  rollback_status: number;
  result_code: number | null;
  ended_at: Date | null;
  due_at: Date | null;
  due_provisional: boolean;
  version: number;
  state: OrderState;
  clock: ClockLedger | null;
  /** Oldest first. */
  actions: { version: number; events: WorkflowEvent[] }[];
  /** By number. */
  traces: TraceRow[];
  /** `number key` of each row of the to-do lists. */
  inbox: string[];
  /** `person time` of each row of the done lists. */
  done: string[];
  limits: { panelId: number; dueAt: Date }[];
}

interface TraceRow {
  number: number;
  node_id: string;
  node_name: string;
  outcome: string | null;
  handler_id: string | null;
  candidates: string[];
  started_at: Date;
  ended_at: Date | null;
  due_at: Date | null;
}

/** Returns all orders with their actions and traces. */
export async function readOrders(db: Db): Promise<OrderRows[]> {
  const { rows: orders } = await fragment<
    Omit<OrderRows, 'actions' | 'traces' | 'inbox' | 'limits' | 'state'> & StoredState
  >`
    select o.id, o.code, o.process_definition_id, o.status, o.rollback_status, o.result_code, o.ended_at, o.due_at,
      o.due_provisional, s.version, ${storedState}, s.clock
    from work_orders o join work_order_states s on s.workorder_id = o.id order by o.code`.execute(db);
  const { rows: actions } = await fragment<EventsRow & { workorder_id: string; version: number }>`
    select workorder_id, version, schema, events from work_order_events order by workorder_id, version`.execute(
    db,
  );
  const { rows: traces } = await fragment<TraceRow & { workorder_id: string }>`
    select workorder_id, number, node_id, node_name, outcome, handler_id, candidates, started_at, ended_at, due_at
    from traces order by workorder_id, number`.execute(db);
  const inbox = await db.selectFrom('inbox').select(['workorder_id', 'number', 'key']).execute();
  const done = await db
    .selectFrom('done_entries')
    .select(['workorder_id', 'staff_id', 'handled_at'])
    .execute();
  const limits = await db.selectFrom('panel_limits').selectAll().orderBy('panel_id').execute();
  const inboxOf = Map.groupBy(inbox, (row) => row.workorder_id);
  const doneOf = Map.groupBy(done, (row) => row.workorder_id);
  const limitsOf = Map.groupBy(limits, (row) => row.workorder_id);
  const actionsOf = Map.groupBy(actions, (row) => row.workorder_id);
  const tracesOf = Map.groupBy(traces, (row) => row.workorder_id);
  return orders.map((order) => ({
    ...withState(order),
    actions: (actionsOf.get(order.id) ?? []).map((action) => ({
      version: action.version,
      events: currentEvents([expandEvents(action)]),
    })),
    traces: tracesOf.get(order.id) ?? [],
    inbox: (inboxOf.get(order.id) ?? []).map(({ number, key }) => `${number} ${key}`),
    done: (doneOf.get(order.id) ?? []).map((row) => `${row.staff_id} ${row.handled_at.toISOString()}`),
    limits: (limitsOf.get(order.id) ?? []).map((row) => ({ panelId: row.panel_id, dueAt: row.due_at })),
  }));
}
