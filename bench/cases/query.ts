import assert from 'node:assert/strict';
import { orderQuery } from '#contract/order-query.ts';
import { workOrders } from '#contract/work-orders.ts';
import { getActor } from '#server/modules/access/session/actor.ts';
import { queryPage } from '#server/modules/cases/work-orders/service.ts';
import { createRandom } from '#server/seeds/demo/random.ts';
import { unwrap } from '#server/seeds/unwrap.ts';
import { requestText } from '../load/http-client.ts';
import type { Bench, Benchmark } from '../measuring/case.ts';
import { signIn } from '../sign-in.ts';
import { accounts } from '../world/people.ts';
import { todoRequest } from './todo.ts';

/** A person who may see every order, so that a query covers the whole table. */
const reader = 'shenjie';
const combinations = 40;
const atMost = 10;
/** Characters of the forms that are searched here; indexing their pairs takes minutes. */
const bodyLength = 60;

type Filter = Record<string, string>;

/**
 * Measures random combinations of the filters of the combined query, and the search while a person types,
 * each compared with page 1 of the to-do list.
 */
export async function queryCase(bench: Bench): Promise<Benchmark> {
  const { load, portal, world } = bench;
  await world.session(async (client) => {
    const { rows } = await client.query<{ places: number; orders: number }>(
      `select (select count(*)::int from order_query_places where body is not null) as places,
        (select count(*)::int from work_orders) as orders`,
    );
    await client.query('truncate work_order_outbox, order_query_changes');
    if (rows[0]?.places === rows[0]?.orders) return;
    await client.query("set work_mem = '128MB'; set maintenance_work_mem = '1GB'");
    await client.query('drop index if exists order_query_places_grams');
    await client.query('truncate order_query_places; update order_query_state set next_place = 0');
    await client.query('select fill_order_query()');
    await client.query(`update order_query_places p set body = x.body,
        grams = order_query_grams('t', p.title) || order_query_grams('b', x.body)
      from (select workorder_id, lower(left(string_agg(v.value, ' '), ${bodyLength})) as body
        from work_order_forms f, jsonb_each_text(f.content) v where v.value ~ '[一-龥]{6}' group by 1) x
      where x.workorder_id = p.workorder_id`);
    await client.query(`update order_query_places set body = '' where body is null`);
    await client.query(
      'create index order_query_places_grams on order_query_places using gin (grams) with (fastupdate = off)',
    );
    await client.query('vacuum analyze order_query_places');
    await client.query('vacuum analyze order_query_bits');
  });
  const kinds = await filtersOf(bench);
  const random = createRandom(7);
  const queries: Filter[] = Array.from({ length: combinations }, () => {
    const conditionCount = random.int(1, 5);
    const remaining = [...kinds];
    const parts: Filter[] = [];
    while (parts.length < conditionCount) {
      const [kind] = remaining.splice(random.int(0, remaining.length - 1), 1);
      if (kind) parts.push(random.pick(kind));
    }
    return Object.assign({}, ...parts);
  });
  await checkAgainstSql(bench, queries);
  const tokens = await signIn(portal.port, [reader]);
  const get = (path: string, query: Filter) =>
    requestText('GET', `${path}?${new URLSearchParams(query)}`, { 'x-access-token': tokens[reader] ?? '' });
  const time = async (request: string) =>
    (await load.send({ port: portal.port, clients: 1, seconds: bench.seconds, items: [[[request]]] })).p50;
  const first = { name: 'page 1', measure: () => time(todoRequest(bench.tokens[accounts.hot] ?? '')) };
  const queryVariants = queries.map((query) => ({
    name:
      new URLSearchParams(query).toString() === ''
        ? 'nothing'
        : decodeURIComponent(new URLSearchParams(query).toString()),
    measure: () => time(get(orderQuery.page.path, { page: '1', size: '10', ...query })),
  }));
  const typingVariants = ['电', '电梯', '电梯停', '2026', '20260', '方建', '方建军'].map((keyword) => ({
    name: `typing ${keyword}`,
    measure: () => time(get(orderQuery.search.path, { keyword })),
  }));
  return {
    name: 'query',
    unit: 'ms',
    variants: [first, ...queryVariants, ...typingVariants],
    goals: [...queryVariants, ...typingVariants].map(({ name }) => ({
      title: `${name} / page 1`,
      over: name,
      under: 'page 1',
      atMost,
    })),
    notes: [
      `page 1: ${workOrders.todoPage.path} of the person in the hot role; the person who queries may read every order`,
    ],
  };
}

/** Returns kinds of filters with values from the loaded orders, rare and common ones. */
async function filtersOf({ world }: Bench): Promise<Filter[][]> {
  return await world.session(async (client) => {
    const values = async (name: string, text: string): Promise<Filter[]> => {
      const { rows } = await client.query<{ value: string }>(text);
      return rows.map(({ value }) => ({ [name]: value }));
    };
    const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
    const filter = `from work_orders where code like '%7777' or code like '%77' limit 3`;
    return [
      await values('taskCode', 'select distinct task_code as value from work_orders'),
      await values('status', 'select distinct status::text as value from work_orders'),
      await values(
        'areaCode',
        "select unnest(array['330000', '330127', '330200', (select area_code from work_orders limit 1)]) as value",
      ),
      await values(
        'nodeName',
        'select distinct t.node_name as value from bench.traces t where handler_status = 0 limit 6',
      ),
      await values(
        'orgCode',
        'select distinct org_id as value from bench.variants v join work_orders o on o.id = v.id limit 4',
      ),
      await values(
        'initiator',
        'select distinct initiator_id as value from bench.variants v join work_orders o on o.id = v.id limit 3',
      ),
      await values(
        'handledBy',
        "select unnest(array['staff-wangfang', 'staff-liuyang', 'staff-nobody']) as value",
      ),
      [{ phase: 'open' }, { phase: 'ended' }],
      [{ due: 'overdue' }, { due: 'today' }, { due: 'soon' }],
      [
        { startDate: day(300) },
        { startDate: day(90), endDate: day(31) },
        { startDate: day(20), endDate: day(20) },
      ],
      [{ titleWords: '新安大街' }, { titleWords: '反映' }, { titleWords: '电梯' }, { titleWords: '龘靐' }],
      [{ contentWords: '小区' }, { contentWords: '龘靐' }],
      await values('applicant', `select applicant_name as value ${filter}`),
      await values('code', `select right(code, 4) as value ${filter}`),
    ];
  });
}

/**
 * Compares the index's answers with those of the simplest SQL, for the filters that SQL can express directly.
 */
async function checkAgainstSql({ world }: Bench, queries: readonly Filter[]): Promise<void> {
  const actor = await getActor(world.context, reader);
  const sqlFilters = ['taskCode', 'status', 'initiator', 'phase'];
  for (const query of queries.filter((filter) =>
    Object.keys(filter).every((name) => sqlFilters.includes(name)),
  )) {
    const parsedQuery = orderQuery.page.query.parse({ page: '1', size: '10', ...query });
    const ours = unwrap('The combined query', await queryPage(world.context, actor, parsedQuery));
    const { rows } = await world.session((client) =>
      client.query<{ code: string }>(
        `select code from work_orders where ($1::text is null or task_code = $1) and ($2::int is null or status = $2)
           and ($3::text is null or initiator_id = $3) and ($4::bool is null or (ended_at is not null) = $4)
         order by started_at desc, id desc limit 10`,
        [query.taskCode, query.status, query.initiator, query.phase && query.phase === 'ended'],
      ),
    );
    assert.deepEqual(
      ours.rows.map(({ code }) => code),
      rows.map(({ code }) => code),
      JSON.stringify(query),
    );
  }
}
