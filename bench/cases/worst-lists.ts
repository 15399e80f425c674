import assert from 'node:assert/strict';
import { workOrders } from '#contract/work-orders.ts';
import { getActor } from '#server/modules/access/session/actor.ts';
import { todoPage } from '#server/modules/cases/work-orders/service.ts';
import { unwrap } from '#server/seeds/unwrap.ts';
import { capture, statementWith } from '../limits/capture.ts';
import { runLimit, toLimitStatement } from '../limits/limit.ts';
import type { LimitStatement } from '../limits/limit-run.ts';
import { requestText } from '../load/http-client.ts';
import type { Bench, Benchmark } from '../measuring/case.ts';
import { addTrigramIndex } from '../peers/flowable.ts';
import type { FlowableRequest } from '../processes/flowable.ts';
import { firstCode } from '../world/load.ts';
import { accounts } from '../world/people.ts';
import { flowableRequestOf, startFlowable, todoRequest } from './todo.ts';

const secondsPerMeasurement = 1;
/** Row 9,991: the last page that can be opened with a total of 10,000. */
const deepPage = 1000;
/** Two characters that are not next to each other in any name or title of the demo. */
const absentText = '龘靐';
const absentName = '龘靐龘';

interface SlowQuery {
  name: string;
  query: string;
  peers: Record<string, Partial<FlowableRequest>>;
  /** Limit by PostgreSQL alone: the list's own statement, or a search in the index of character pairs. */
  limit: 'same page' | { probe: string };
}

/**
 * Measures list queries that are slow in other systems, for a person in the role with most tasks, one at a time;
 * compared with page 1.
 */
export async function worstListsCase(bench: Bench): Promise<Benchmark> {
  const { load, portal, world } = bench;
  await world.session(addTrigramIndex);
  const flowable = await startFlowable(bench);
  const token = bench.tokens[accounts.hot] ?? '';
  const baseRequest = await flowableRequestOf(bench, accounts.hot);
  const presentName = await findPresentName(bench);
  const search = (name: string, text: string): SlowQuery => ({
    name,
    query: `&keyword=${encodeURIComponent(text)}`,
    peers: {
      scan: { name: `%${text}%`, count: null, scan: true },
      trigram: { name: `%${text}%`, count: null },
    },
    limit: { probe: text },
  });
  const worst: SlowQuery[] = [
    {
      name: 'row 9,990',
      query: `&page=${deepPage}`,
      peers: { offset: { offset: (deepPage - 1) * 10, count: null } },
      limit: 'same page',
    },
    search('no match, 2 characters', absentText),
    search('no match, 3 characters', absentName),
    search(`two characters “${presentName}”`, presentName),
    { name: 'status without orders', query: '&status=92', peers: {}, limit: 'same page' },
    { name: 'region without orders', query: '&areaCode=659000', peers: {}, limit: 'same page' },
  ];
  for (const { query } of worst) await checkRows(bench, query);

  const time = async (port: number, items: string[][][]) =>
    (await load.send({ port, clients: 1, seconds: secondsPerMeasurement, items })).p50;
  const variants: Benchmark['variants'] = [
    { name: 'page 1: ours', measure: () => time(portal.port, [[[todoRequest(token)]]]) },
  ];
  const goals: Benchmark['goals'] = [];
  for (const { name, query, peers, limit } of worst) {
    for (const [peer, changes] of Object.entries(peers)) {
      const items = [[[requestText('POST', '/', {}, { ...baseRequest, ...changes })]]];
      variants.push({ name: `${name}: peer by ${peer}`, measure: () => time(flowable.port, items) });
      goals.push({
        title: `${name}, ours / peer by ${peer}`,
        over: `${name}: ours`,
        under: `${name}: peer by ${peer}`,
        atMost: 1,
      });
    }
    const items = [[[todoRequest(token, query)]]];
    variants.push({ name: `${name}: ours`, measure: () => time(portal.port, items) });
    const statements = limit === 'same page' ? await pageStatements(bench, query) : [probeOf(limit.probe)];
    variants.push({
      name: `${name}: limit`,
      measure: async () =>
        (await runLimit(statements, { url: world.url, clients: 1, seconds: secondsPerMeasurement })).mean,
    });
    goals.push(
      { title: `${name}, ours / page 1`, over: `${name}: ours`, under: 'page 1: ours', atMost: 10 },
      { title: `${name}, ours / limit`, over: `${name}: ours`, under: `${name}: limit` },
    );
  }
  return {
    name: 'worst-lists',
    unit: 'ms',
    variants,
    goals,
    notes: [
      'ours: page and total through HTTP; peers: the page alone; limit of a search: the probe of the index',
    ],
    finish: () => flowable.stop(),
  };
}

function queryOf(text: string) {
  return workOrders.todoPage.query.parse({
    page: '1',
    size: '10',
    sort: 'arrivedAt',
    ...Object.fromEntries(new URLSearchParams(text)),
  });
}

async function pageStatements(bench: Bench, text: string): Promise<LimitStatement[]> {
  const actor = await getActor(bench.world.context, accounts.hot);
  const statements = await capture(bench.world, (context) => todoPage(context, actor, queryOf(text)));
  return [toLimitStatement(statementWith(statements, 'as total'))];
}

function probeOf(text: string): LimitStatement {
  return {
    text: 'select workorder_id from work_order_search where grams @> search_grams($1) limit 11',
    values: [text],
  };
}

/** Returns surname and first character of a person in the hot queue; the list itself masks names. */
async function findPresentName(bench: Bench): Promise<string> {
  const actor = await getActor(bench.world.context, accounts.hot);
  return bench.world.session(async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select left(o.applicant_name, 2) as name from inbox i join work_orders o on o.id = i.workorder_id
       where i.key = any($1) and i.workorder_id = bench.order_id(right(o.code, -4)::bigint - ${firstCode}) limit 1`,
      [actor.keys],
    );
    return rows[0]?.name ?? '';
  });
}

/** Checks the page and its total against the simplest possible query. */
async function checkRows(bench: Bench, text: string): Promise<void> {
  const { context } = bench.world;
  const actor = await getActor(context, accounts.hot);
  const query = queryOf(text);
  const ours = unwrap('The to-do list', await todoPage(context, actor, query));
  await bench.world.session(async (client) => {
    const { rows } = await client.query<{ id: string; total: number }>(
      `select id, count(*) over ()::int as total from (
         select distinct i.workorder_id || '.' || i.number as id, i.arrived_at, i.workorder_id, i.number
         from inbox i join work_orders o on o.id = i.workorder_id
         where i.key = any($1) and ($2::text is null or o.title ilike '%' || $2 || '%' or o.applicant_name ilike '%' || $2 || '%')
           and ($3::int is null or o.status = $3) and ($4::text is null or i.area_code like $4 || '%')
       ) x order by arrived_at desc, workorder_id desc, number desc limit 10 offset $5`,
      [
        actor.keys,
        query.keyword ?? null,
        query.status ?? null,
        query.areaCode?.replace(/(00)+$/, '') ?? null,
        (query.page - 1) * query.size,
      ],
    );
    assert.deepEqual(
      ours.rows.map(({ traceId }) => traceId),
      rows.map(({ id }) => id),
      `the to-do list with ${text}`,
    );
    if (rows[0]) assert.equal(ours.total, Math.min(rows[0].total, 10_001), `the total with ${text}`);
  });
}
