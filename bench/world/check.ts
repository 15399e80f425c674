import assert from 'node:assert/strict';
import type pg from 'pg';
import type { WorkflowEvent } from '#domain/workflow/model/model.ts';
import { fold } from '#domain/workflow/state/apply.ts';
import { isActionable } from '#domain/workflow/state/panels.ts';
import { type PackedState, unpackState } from '#domain/workflow/versions/packed-state.ts';
import { expandJson } from '#server/kernel/database/compressed-json.ts';

const sample = 300;

/**
 * Checks a sample of loaded and churned orders by the rules of the product; throws at the first order that
 * breaks one.
 */
export async function checkOrders(client: pg.Client, orders: number): Promise<number> {
  const { rows } = await client.query<{
    id: string;
    state: unknown;
    version: number;
    events: unknown[];
    inbox: string[];
    traces: number;
  }>(
    `select s.workorder_id as id, s.state, s.version,
       (select jsonb_agg(e.events order by e.version) from work_order_events e where e.workorder_id = s.workorder_id) as events,
       array(select number || ' ' || key from inbox i where i.workorder_id = s.workorder_id) as inbox,
       (select count(*)::int from traces t where t.workorder_id = s.workorder_id) as traces
     from generate_series(1, $1::bigint, greatest(1, $1::bigint / $2)) n
     join work_order_states s on s.workorder_id = bench.order_id(n)`,
    [orders, sample],
  );
  assert.ok(rows.length >= Math.min(orders, sample), 'orders are missing');
  for (const { id, state: packed, version, events, inbox, traces } of rows) {
    const state = unpackState(expandJson(packed) as PackedState);
    // Through JSON, as the database stores it, which omits keys without a value.
    const folded = JSON.parse(
      JSON.stringify(fold(events.flatMap((stored) => expandJson(stored) as WorkflowEvent[]))),
    );
    assert.deepEqual(folded, state, `the events of ${id} do not fold to its state`);
    assert.equal(version, state.version, `version of ${id}`);
    assert.equal(traces, state.tasks.length, `traces of ${id}`);
    const open = state.tasks.filter((task) => isActionable(state, task));
    const expected = open.flatMap((task) => task.candidates.map((key) => `${task.id} ${key}`));
    assert.deepEqual(inbox.sort(), expected.sort(), `inbox of ${id}`);
  }
  return rows.length;
}
