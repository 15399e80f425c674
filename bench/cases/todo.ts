import assert from 'node:assert/strict';
import { workOrders } from '#contract/work-orders.ts';
import { getActor } from '#server/modules/access/session/actor.ts';
import { todoPage } from '#server/modules/cases/work-orders/service.ts';
import { unwrap } from '#server/seeds/unwrap.ts';
import { baselineTodo } from '../limits/baselines.ts';
import { runLimit, toLimitStatement } from '../limits/limit.ts';
import { requestText } from '../load/http-client.ts';
import type { Bench, Benchmark } from '../measuring/case.ts';
import { spreadOf } from '../measuring/statistics.ts';
import { flowableCount, flowablePage, type QueryShape } from '../peers/flowable.ts';
import { type ChildServer, startChild } from '../processes/child.ts';
import type { FlowableRequest } from '../processes/flowable.ts';
import { accounts } from '../world/people.ts';

const clients = 8;
/** PostgreSQL may change to a plan for all values after five executions. */
const executionsBeforeMeasuring = 9;

/** Returns the candidate keys of a person as the peer's query needs them. */
export async function flowableRequestOf(bench: Bench, account: string): Promise<FlowableRequest> {
  const { keys } = await getActor(bench.world.context, account);
  const faster = await findFasterShapes(bench, keys);
  return {
    user: keys.find((key) => key.startsWith('staff:')) ?? '',
    groups: keys.filter((key) => !key.startsWith('staff:')),
    limit: 10,
    offset: 0,
    ...faster,
  };
}

/** Finds the faster of the peer's two published query shapes, separately for page and total. */
async function findFasterShapes(
  bench: Bench,
  keys: readonly string[],
): Promise<Pick<FlowableRequest, 'page' | 'count'>> {
  const user = keys.find((key) => key.startsWith('staff:')) ?? '';
  const groups = keys.filter((key) => !key.startsWith('staff:'));
  return bench.world.session(async (client) => {
    // Named and repeated, so that each shape is measured with the plan that PostgreSQL finally uses, not
    // with its first one.
    const fastest = async (texts: Record<QueryShape, string>, values: unknown[]) => {
      const times: Record<QueryShape, number[]> = { exists: [], join: [] };
      for (let execution = 0; execution < executionsBeforeMeasuring; execution += 1) {
        for (const shape of ['exists', 'join'] as const) {
          const startTime = performance.now();
          await client.query({ name: texts[shape].slice(0, 20) + shape, text: texts[shape], values });
          times[shape].push(performance.now() - startTime);
        }
      }
      const lastMedian = (shape: QueryShape) => spreadOf(times[shape].slice(-3)).median;
      return lastMedian('exists') <= lastMedian('join') ? 'exists' : 'join';
    };
    return {
      page: await fastest(flowablePage, [user, groups, 10, 0]),
      count: await fastest(flowableCount, [user, groups]),
    };
  });
}

export function startFlowable(bench: Bench): Promise<ChildServer> {
  return startChild(new URL('../processes/flowable.ts', import.meta.url).pathname, bench.world);
}

export function todoRequest(token: string, query = ''): string {
  const search = new URLSearchParams({
    page: '1',
    size: '10',
    // The sorting of the baseline statement; the list itself opens sorted by due date.
    sort: 'arrivedAt',
    ...Object.fromEntries(new URLSearchParams(query)),
  });
  return requestText('GET', `${workOrders.todoPage.path}?${search}`, { 'x-access-token': token });
}

/**
 * Measures the to-do page with its total, newest first, for a person with a usual amount of work and one in
 * the hot role.
 */
export async function todoCase(bench: Bench): Promise<Benchmark> {
  const flowable = await startFlowable(bench);
  const { load, portal, seconds, world } = bench;
  const people = [
    { personName: 'typical', account: accounts.typical },
    { personName: 'hot role', account: accounts.hot },
  ];
  const variants: Benchmark['variants'] = [];
  const goals: Benchmark['goals'] = [];
  const notes: string[] = [];
  for (const { personName, account } of people) {
    const token = bench.tokens[account] ?? '';
    const flowableRequest = await flowableRequestOf(bench, account);
    notes.push(await checkSameRows(bench, account, flowableRequest));
    const { keys } = await getActor(world.context, account);
    const statements = baselineTodo(keys).map(toLimitStatement);
    const peer = [[[requestText('POST', '/', {}, flowableRequest)]]];
    const ours = [[[todoRequest(token)]]];
    const send = (port: number, items: string[][][]) => load.send({ port, clients, seconds, items });
    variants.push(
      { name: `${personName}: peer`, measure: async () => (await send(flowable.port, peer)).rate },
      { name: `${personName}: ours`, measure: async () => (await send(portal.port, ours)).rate },
      {
        name: `${personName}: limit`,
        measure: async () => (await runLimit(statements, { url: world.url, clients, seconds })).rate,
      },
    );
    goals.push(
      {
        title: `${personName}, ours / peer`,
        over: `${personName}: ours`,
        under: `${personName}: peer`,
        atLeast: 20,
      },
      {
        title: `${personName}, ours / limit`,
        over: `${personName}: ours`,
        under: `${personName}: limit`,
        atLeast: personName === 'typical' ? 0.7 : 0.5,
      },
    );
  }
  return { name: 'todo', unit: '/s', variants, goals, notes, finish: () => flowable.stop() };
}

/**
 * Checks that our page and total, the peer's and the naive query return the same tasks before any of them is
 * timed.
 */
async function checkSameRows(
  bench: Bench,
  account: string,
  flowableRequest: FlowableRequest,
): Promise<string> {
  const { context } = bench.world;
  const actor = await getActor(context, account);
  const query = workOrders.todoPage.query.parse({ page: '1', size: '10', sort: 'arrivedAt' });
  const ours = unwrap('The to-do list', await todoPage(context, actor, query));
  return bench.world.session(async (client) => {
    const naive = await client.query<{ id: string; at: string }>(
      `select workorder_id || '.' || number as id from inbox where key = any($1)
       group by workorder_id, number, arrived_at order by arrived_at desc, workorder_id desc, number desc limit 10`,
      [actor.keys],
    );
    const total = await client.query<{ total: number }>(
      `select count(*)::int as total from (select distinct workorder_id, number from inbox where key = any($1)) x`,
      [actor.keys],
    );
    const { user, groups } = flowableRequest;
    const peerTotal = await client.query<{ total: number }>(flowableCount.join, [user, groups]);
    const exact = total.rows[0]?.total ?? 0;
    assert.deepEqual(
      ours.rows.map(({ traceId }) => traceId),
      naive.rows.map(({ id }) => id),
      `the to-do page of ${account}`,
    );
    assert.equal(ours.total, Math.min(exact, 10_001), `the total of ${account}`);
    assert.equal(peerTotal.rows[0]?.total, exact, `the peer's total of ${account}`);
    return `${account} has ${actor.keys.length} candidate keys and ${exact} open tasks; peer with the shapes ${flowableRequest.page} (page) and ${flowableRequest.count} (total)`;
  });
}
