import assert from 'node:assert/strict';
import type { SupervisionSettings } from '#domain/supervision/settings.ts';
import { sendWarnings } from '#server/modules/cases/supervision/service.ts';
import type { Bench, Benchmark, Probe } from '../measuring/case.ts';
import { accounts } from '../world/people.ts';
import { todoRequest } from './todo.ts';

const clients = 4;
/** The required ratio of a list query beside the job to the same query alone. */
const goalRatio = 1.2;
const rules: SupervisionSettings = {
  lights: null,
  warnings: [
    { of: 'order', when: 'before', amount: 3, unit: 'day', whom: ['handler'], channels: [] },
    { of: 'order', when: 'after', amount: 1, unit: 'day', whom: ['handler', 'leader'], channels: [] },
  ],
};

/**
 * Measures the job of warnings over all open orders, each of which is to be looked at, and the to-do list of a person
 * meanwhile. The job runs in this process, as on a second server, at ten in the morning of a working day.
 */
export async function warningsCase(bench: Bench): Promise<Benchmark> {
  const { load, portal, seconds, tokens, world } = bench;
  const morning = new Date('2026-11-20T02:00:00Z');
  await world.session(async (client) => {
    await client.query('update business_items set supervision = $1', [JSON.stringify(rules)]);
  });
  const watchAll = () =>
    world.session(async (client) => {
      await client.query('truncate deadline_watches, deadline_warnings');
      const { rowCount } = await client.query(
        "insert into deadline_watches select id, 'epoch' from work_orders where ended_at is null",
      );
      await client.query('vacuum analyze deadline_watches');
      return rowCount ?? 0;
    });
  const items = [[[todoRequest(tokens[accounts.typical] ?? '', 'sort=dueAt')]]];
  const todo = async () => (await load.send({ port: portal.port, clients, seconds, items })).p50;
  const looked: Probe = { title: 'orders looked at each second', unit: '', values: [] };
  const beside = async () => {
    const watched = await watchAll();
    const stop = new AbortController();
    const startTime = performance.now();
    const job = sendWarnings({ ...world.context, now: () => morning, stopSignal: stop.signal });
    const p50 = await todo();
    stop.abort();
    await job;
    const { rows } = await world.session((client) =>
      client.query<{ left: number }>(
        "select count(*)::int as left from deadline_watches where next_at = 'epoch'",
      ),
    );
    const done = watched - (rows[0]?.left ?? 0);
    assert.ok(done > 0, 'the job looked at orders while the list was read');
    looked.values.push(done / ((performance.now() - startTime) / 1000));
    return p50;
  };
  return {
    name: 'warnings',
    unit: 'ms',
    variants: [
      { name: 'the to-do list alone', measure: todo },
      { name: 'the to-do list beside the job', measure: beside },
    ],
    goals: [
      {
        title: 'a list beside the job / alone',
        over: 'the to-do list beside the job',
        under: 'the to-do list alone',
        atMost: goalRatio,
      },
    ],
    probes: [looked],
  };
}
