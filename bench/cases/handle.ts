import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { handling } from '#contract/handling.ts';
import { baselineWrite, newColumnDefaults } from '../limits/baselines.ts';
import { runLimit, toNewOrderStatement } from '../limits/limit.ts';
import { requestText } from '../load/http-client.ts';
import { ActionCosts } from '../measuring/action-cost.ts';
import type { Bench, Benchmark } from '../measuring/case.ts';
import { completionsOfInstance, startInstance } from '../peers/bpmn-engine.ts';
import { type ChildServer, startChild } from '../processes/child.ts';
import { listGroup, permitSteps } from '../world/churn.ts';
import { hotGroups } from '../world/templates.ts';

const clientCounts = [1, 8, 32];
const probedClients = 8;
const peerInstances = 4000;
/** More executions per second than ever measured for the baseline statement. */
const maxLimitRate = 2000;
/** Required share of the limit, by number of clients. */
const shareOfLimit: Record<number, number> = { 1: 0.36, 8: 0.4, 32: 0.55 };

/** Starts the peer on freshly loaded tables. */
export async function startBpmnEngine(bench: Bench): Promise<ChildServer> {
  // Cases that run together share the tables, of which the first case has used none.
  await loadPeer(bench);
  return await startChild(new URL('../processes/bpmn-engine.ts', import.meta.url).pathname, bench.world);
}

/**
 * Measures passing a pre-review: permissions, lock, decision, trace, inbox, done list, audit record,
 * idempotency, outbox, notification.
 */
export async function handleCase(bench: Bench): Promise<Benchmark> {
  const { portal, seconds, world } = bench;
  const engine = await startBpmnEngine(bench);
  const statement = await limitStatement(bench);
  const costs = new ActionCosts(world, portal);
  const before = await countActions(bench);
  const ours = await handlingItems(bench, 'handle');
  const peer = peerItems();
  let completedActions = 0;
  const sendItems = (port: number, clients: number, items: string[][][]) =>
    sendOnce(bench, { port, clients, items });
  const variants = clientCounts.flatMap((clients) => [
    { name: `${clients}: peer`, measure: async () => (await sendItems(engine.port, clients, peer)).rate },
    {
      name: `${clients}: ours`,
      measure: async () => {
        const run = () => sendItems(portal.port, clients, ours);
        const report = await (clients === probedClients ? costs.measure(run) : run());
        completedActions += report.completed;
        await deleteJobs(bench);
        return report.rate;
      },
    },
    {
      name: `${clients}: limit`,
      measure: async () => {
        await restartLimitIfNeeded(bench);
        const { rate } = await runLimit([statement], { url: world.url, clients, seconds });
        return rate;
      },
    },
  ]);
  return {
    name: 'handle',
    unit: '/s',
    variants,
    goals: clientCounts.flatMap((clients) => [
      {
        title: `${clients} clients, ours / peer`,
        over: `${clients}: ours`,
        under: `${clients}: peer`,
      },
      {
        title: `${clients} clients, ours / limit`,
        over: `${clients}: ours`,
        under: `${clients}: limit`,
        atLeast: shareOfLimit[clients] ?? 0,
      },
    ]),
    probes: Object.values(costs.probes),
    notes: [
      'limit: the writing statement of when the goals were set, with autocommit; ours also checks the session, reads and decides',
      'jobs are queued with each action and removed between measurements; no worker runs',
    ],
    async finish() {
      await engine.stop();
      const storedActions = (await countActions(bench)) - before;
      if (storedActions !== completedActions)
        throw new Error(
          `${completedActions} actions were answered, but ${storedActions} are in the database`,
        );
    },
  };
}

/** Counts actions by HTTP, whose idempotency keys begin with `bench-handle-`; the keys of the limit do not. */
async function countActions(bench: Bench): Promise<number> {
  return bench.world.session(async (client) => {
    const { rows } = await client.query<{ count: number }>(
      "select count(*)::int as count from idempotency_keys where key like 'bench-handle-%'",
    );
    return rows[0]?.count ?? 0;
  });
}

/** Deletes the jobs that actions have queued, because no worker of the bench runs them. */
export async function deleteJobs(bench: Bench): Promise<void> {
  await bench.world.database.pool.query('delete from graphile_worker._private_jobs');
}

function actionOf(workorderId: string, step: (typeof permitSteps)[number]) {
  return {
    workorderId,
    workorderTraceId: `${workorderId}.${step.trace}`,
    handlerOperation: '1' as const,
    buttonId: step.buttonId,
    handlerOpinion: step.opinion,
  };
}

/** Sends items that can be sent only once, and removes them from the list. */
export async function sendOnce(
  { load, seconds }: Bench,
  { port, clients, items }: { port: number; clients: number; items: string[][][] },
) {
  const portion = items.slice(0, Math.max(2000, Math.ceil(12_000 * seconds)));
  if (portion.length < clients) throw new Error('There are no more tasks to handle: load more orders');
  const report = await load.send({ port, clients, seconds, items: portion, once: true });
  items.splice(0, report.used);
  return report;
}

/**
 * One of this many orders is reserved for the case that compares answers with ordinary handling, if both are
 * measured.
 */
const askingInterval = 5;

/**
 * Returns three actions for each order that still waits at the pre-review; all first steps before all second
 * ones.
 */
export async function handlingItems(bench: Bench, use: 'handle' | 'asking'): Promise<string[][][]> {
  const open = await listUnhandledOrders(bench, hotGroups.handled);
  const isShared = bench.names.includes('handle') && bench.names.includes('asking');
  const ids = open.filter((_, index) => !isShared || (index % askingInterval === 0) === (use === 'asking'));
  return permitSteps.flatMap((step) =>
    ids.map((id) => [
      [
        requestText(
          'POST',
          handling.handle.path,
          {
            'x-access-token': bench.tokens[step.account] ?? '',
            'idempotency-key': `bench-${use}-${randomUUID()}`,
          },
          actionOf(id, step),
        ),
      ],
    ]),
  );
}

/** Returns the orders of a group whose pre-review is not handled yet. */
async function listUnhandledOrders(bench: Bench, group: number): Promise<string[]> {
  const all = await listGroup(bench.world, group, bench.orders);
  return bench.world.session(async (client) => {
    const { rows } = await client.query<{ id: string }>(
      'select workorder_id as id from traces where workorder_id = any($1::uuid[]) and number = 2 and handler_status = 0',
      [all],
    );
    return rows.map(({ id }) => id);
  });
}

/** Prepares the baseline statement to write for the next waiting order of the limit's own group. */
async function limitStatement(bench: Bench) {
  const ids = await listGroup(bench.world, hotGroups.limit, bench.orders);
  const needed = maxLimitRate * bench.seconds;
  if (ids.length < needed) {
    throw new Error(
      `The limit needs ${needed} orders for ${bench.seconds} s: load ${needed * 10} or run shorter rounds`,
    );
  }
  await bench.world.session(async (client) => {
    await client.query(newColumnDefaults);
    await client.query('drop table if exists bench.limit_orders');
    await client.query('create table bench.limit_orders (n bigint primary key, id uuid not null)');
    await client.query(
      `insert into bench.limit_orders
       select n, id from unnest($1::uuid[]) with ordinality x(id, n)`,
      [ids],
    );
    await client.query('vacuum analyze bench.limit_orders');
    await client.query('drop sequence if exists bench.limit_turn');
    await client.query('create sequence bench.limit_turn cache 10');
    await deleteLimitWrites(client, ids.length);
  });
  const baseline = baselineWrite('handle');
  return toNewOrderStatement(
    baseline,
    baseline.orderId,
    "(select id from bench.limit_orders where n = (select nextval('bench.limit_turn')))",
  );
}

/**
 * Starts the limit again with its first order before its orders are used up: a small database has too few for
 * every round.
 */
async function restartLimitIfNeeded({ world, seconds }: Bench): Promise<void> {
  await world.session(async (client) => {
    const { rows } = await client.query<{ used: number; total: number }>(
      'select last_value::int as used, (select count(*)::int from bench.limit_orders) as total from bench.limit_turn',
    );
    const { used = 0, total = 0 } = rows[0] ?? {};
    if (total - used < maxLimitRate * seconds) await deleteLimitWrites(client, used);
  });
}

/** Deletes the rows that the limit has written for its first orders, so that it can write them again. */
async function deleteLimitWrites(client: pg.Client, used: number): Promise<void> {
  const baselineVersion = 12;
  const orderIds = `(select id from bench.limit_orders where n <= ${used})`;
  for (const undo of [
    `delete from work_order_events where version = ${baselineVersion} and workorder_id in ${orderIds}`,
    `delete from traces where number = 3 and workorder_id in ${orderIds}`,
    `delete from inbox where number = 3 and workorder_id in ${orderIds}`,
    'alter table audit_links disable trigger user',
    `delete from audit_links where seq = 2 and chain in (select 'order:' || id from ${orderIds} x)`,
    'alter table audit_links enable trigger user',
    `delete from idempotency_keys where key in (select 'limit-' || id from ${orderIds} x)`,
    `delete from work_order_outbox where version = ${baselineVersion} and workorder_id in ${orderIds}`,
    'alter sequence bench.limit_turn restart',
  ])
    await client.query(undo);
}

/** Creates the peer's tables with its instances, for every case that compares with it. */
async function loadPeer(bench: Bench): Promise<void> {
  const state = JSON.stringify(await startInstance({}));
  await bench.world.session(async (client) => {
    await client.query('drop schema if exists peer_engine cascade');
    await client.query(`create schema peer_engine;
      create table peer_engine.loaded (id integer primary key, state jsonb not null);
      create table peer_engine.instances (id uuid primary key, state jsonb not null, form jsonb not null)`);
    await client.query('insert into peer_engine.loaded select n, $1 from generate_series(1, $2::int) n', [
      state,
      peerInstances,
    ]);
    await client.query('vacuum analyze peer_engine.loaded');
  });
}

function peerItems(): string[][][] {
  return Array.from({ length: completionsOfInstance }, () =>
    Array.from({ length: peerInstances }, (_, index) => [
      [requestText('POST', '/complete', {}, { id: index + 1 })],
    ]),
  ).flat();
}
