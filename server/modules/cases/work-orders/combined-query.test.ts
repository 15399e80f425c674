import { describe, expect, test } from 'vitest';
import { orderQuery } from '#contract/order-query.ts';
import { workOrders } from '#contract/work-orders.ts';
import { queryTexts } from '#domain/lists/query-texts.ts';
import { getActor } from '#server/modules/access/session/actor.ts';
import { deliverNotices } from '#server/modules/cases/handling/service.ts';
import { createRandom } from '#server/seeds/demo/random.ts';
import { openDesk, type StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { recordStatements } from '#test/world/sent-statements.ts';
import { petition, proposal } from '#test/world/start-data.ts';
import { indexOrders, mayRead } from './service.ts';

const office = await testOffice();
const desk = openDesk(office);
const { context } = office;
const { db } = context;

const subjects = [
  '电梯长期停用',
  '噪声扰民 100%',
  '拖欠工资_加班',
  '电动车充电',
  '土地征收补偿',
  '物业乱收费',
];
const orders: StartedOrder[] = [];

async function startOrders(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const number = orders.length + 1;
    const subject = subjects[number % subjects.length] ?? '';
    const order =
      number % 5 === 0
        ? await desk.start('zhangwei', proposal(number))
        : await desk.start(
            number % 3 === 0 ? 'lina' : 'zhangwei',
            petition(number, {
              letterTitle: `反映${subject}（${number}）`,
              demand: `请处理${subject}，第 ${number} 次`,
            }),
          );
    orders.push(order);
    office.clock.now = new Date(office.clock.now.getTime() + (number % 4) * 3_600_000 * 5);
  }
}

async function handleOrders(from: number, until: number): Promise<void> {
  for (const [index, order] of orders.slice(from, until).entries()) {
    if (order.startData.start.taskCode !== 'petition-letter' || index % 2 === 0) continue;
    await desk.press('liuyang', order, 'receive', 'receive');
    if (index % 3 === 0) await desk.press('liuyang', order, 'examine', 'decline');
  }
}

interface Fact {
  id: string;
  code: string;
  title: string;
  applicant_name: string;
  task_code: string;
  status: number;
  result_code: number | null;
  org_id: string;
  area_code: string;
  initiator_id: string;
  started: string;
  ended: string | null;
  due: string | null;
  nodes: string[];
  done_by: string[];
  keys: string[];
  waits: string[];
  body: string;
}

/** Reads the orders from their tables, without the index of the query. */
async function readFacts(): Promise<Fact[]> {
  const { rows } = await office.database.pool.query<Fact>(`
    select o.id, o.code, o.title, o.applicant_name, o.task_code, o.status, o.result_code, o.org_id, o.area_code,
      o.initiator_id, to_char(o.started_at at time zone 'UTC' + interval '8 hours', 'YYYY-MM-DD') as started,
      to_char(o.ended_at at time zone 'UTC' + interval '8 hours', 'YYYY-MM-DD') as ended,
      to_char(o.due_at at time zone 'UTC' + interval '8 hours', 'YYYY-MM-DD') as due,
      array(select node_name from traces t where t.workorder_id = o.id and handler_status = 0) as nodes,
      array(select staff_id from done_entries d where d.workorder_id = o.id) as done_by,
      array(select unnest(candidates) from traces t where t.workorder_id = o.id) as keys,
      array(select unnest(candidates) from traces t where t.workorder_id = o.id and handler_status = 0) as waits,
      (select string_agg(content::text, ' ') from work_order_forms f where f.workorder_id = o.id) as body
    from work_orders o order by o.started_at desc, o.id desc`);
  return rows;
}

type Filter = readonly [Record<string, string>, (fact: Fact) => boolean];

const today = () => new Date(office.clock.now.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
const titleFilter = (text: string): Filter => [{ titleWords: text }, ({ title }) => title.includes(text)];

/** Kinds of filters, each with some values, and their meaning as a plain function. */
const kinds: readonly (readonly Filter[])[] = [
  [
    [{ taskCode: 'petition-letter' }, ({ task_code }) => task_code === 'petition-letter'],
    [{ taskCode: 'permit-application' }, ({ task_code }) => task_code === 'permit-application'],
  ],
  [
    [{ status: '2' }, ({ status }) => status === 2],
    [{ status: '3' }, ({ status }) => status === 3],
  ],
  [
    [{ phase: 'open' }, ({ ended }) => ended === null],
    [{ phase: 'ended' }, ({ ended }) => ended !== null],
  ],
  [
    [
      { startDate: '2026-03-03', endDate: '2026-03-09' },
      ({ started }) => started >= '2026-03-03' && started <= '2026-03-09',
    ],
    [{ startDate: '2026-02-20' }, ({ started }) => started >= '2026-02-20'],
    [{ startDate: '2026-02-01', endDate: '2026-03-31' }, ({ started }) => started <= '2026-03-31'],
  ],
  [[{ endedFrom: '2026-03-01' }, ({ ended }) => ended !== null]],
  [
    [{ due: 'overdue' }, ({ ended, due }) => ended === null && due !== null && due < today()],
    [{ due: 'today' }, ({ ended, due }) => ended === null && due === today()],
  ],
  [
    [{ areaCode: '330127' }, ({ area_code }) => area_code.startsWith('330127')],
    [{ areaCode: '33' }, ({ area_code }) => area_code.startsWith('33')],
    [{ areaCode: '330200' }, ({ area_code }) => area_code.startsWith('3302')],
  ],
  [
    [{ initiator: 'staff-lina' }, ({ initiator_id }) => initiator_id === 'staff-lina'],
    [{ initiator: 'staff-nobody' }, () => false],
  ],
  [[{ handledBy: 'staff-liuyang' }, ({ done_by }) => done_by.includes('staff-liuyang')]],
  [
    [
      { person: 'staff-liuyang' },
      ({ done_by, keys, initiator_id }) =>
        done_by.includes('staff-liuyang') ||
        keys.includes('staff:staff-liuyang') ||
        initiator_id === 'staff-liuyang',
    ],
  ],
  [
    [{ nodeName: '收件' }, ({ nodes }) => nodes.includes('收件')],
    [{ nodeName: '受理审查' }, ({ nodes }) => nodes.includes('受理审查')],
  ],
  [[{ result: '1002' }, ({ result_code }) => result_code === 1002]],
  [
    titleFilter('电梯'),
    titleFilter('反映'),
    titleFilter('100%'),
    titleFilter('工资_加'),
    titleFilter('资x加'),
    titleFilter('无此'),
    [{ titleWords: '停用 反映' }, ({ title }) => title.includes('停用') && title.includes('反映')],
  ],
  [
    [{ code: '2026000001' }, ({ code }) => code === '2026000001'],
    [{ code: '20260000' }, ({ code }) => code.startsWith('20260000')],
    [{ code: '0012' }, ({ code }) => code.endsWith('0012')],
  ],
];

async function check(
  account: string,
  count: number,
  seed: number,
  extra: readonly (readonly Filter[])[] = [],
) {
  const actor = await getActor(context, account);
  const facts = await readFacts();
  const readable = new Set<string>();
  for (const { id } of facts) if (await mayRead(db, actor, { id })) readable.add(id);
  const random = createRandom(seed);
  const all = [...kinds, ...extra];
  for (let index = 0; index < count; index += 1) {
    const chosen = all.filter(() => random.chance(0.22)).map((filters) => random.pick(filters));
    const filters: Record<string, string> = Object.assign({}, ...chosen.map(([query]) => query));
    const isAscending = index % 7 === 0;
    const expected = facts
      .filter((fact) => readable.has(fact.id) && chosen.every(([, matches]) => matches(fact)))
      .map(({ code }) => code);
    if (isAscending) expected.reverse();
    const page = (index % 3) + 1;
    const query = { ...filters, page: String(page), size: '5', ...(isAscending && { order: 'asc' }) };
    const answer = await office.as(account).done(orderQuery.page, { query });
    const found = { total: answer.total, codes: answer.rows.map(({ code }) => code) };
    expect({ query, ...found }).toEqual({
      query,
      total: expected.length,
      codes: expected.slice((page - 1) * 5, page * 5),
    });
  }
}

/** Counts the statements of a page of the query for orders and changes. */
async function countStatements(): Promise<number> {
  const { sent, stop } = recordStatements();
  try {
    await office.as('liuyang').done(orderQuery.page, { query: { size: '5' } });
  } finally {
    stop();
  }
  return sent.filter(({ text }) => /order_query_|work_orders|work_order_outbox/.test(text)).length;
}

async function runJobs(): Promise<void> {
  await deliverNotices(context);
  await indexOrders(context);
}

await startOrders(40);
await handleOrders(0, 30);

describe('the combined query', () => {
  test('returns the same orders as the tables before any indexing', async () => {
    await check('liuyang', 25, 1);
    const unindexed = await countStatements();
    await startOrders(5);
    expect(await countStatements()).toBe(unindexed);
  });

  test('returns the same orders as the tables after indexing, for several readers', async () => {
    await runJobs();
    const quoted = JSON.stringify('电动车');
    const body: readonly Filter[] = [
      [{ contentWords: '电动车' }, ({ body }) => body.includes(quoted.slice(1, -1))],
      [{ contentWords: '老人上下楼' }, ({ body }) => body.includes('老人上下楼')],
    ];
    await check('liuyang', 60, 2, [body]);
    await check('zhangwei', 30, 3, [body]);
    await check('wujianguo', 40, 4, [body]);
    await check('shenjie', 30, 5, [body]);
    await check('xujun', 15, 6);
  });

  test('returns the same orders as the tables while some have changed or are new since indexing', async () => {
    await startOrders(12);
    await handleOrders(28, 46);
    await check('liuyang', 40, 7);
    await check('wujianguo', 40, 8);
    await deliverNotices(context);
    await check('liuyang', 25, 9);
    await indexOrders(context);
    await check('liuyang', 40, 10);
    await check('shenjie', 40, 11);
  });

  test('does not miss an order that changed after many changes of another one', async () => {
    const { pool } = office.database;
    const addChangeRows = (times: number) =>
      pool.query(
        `insert into order_query_changes (workorder_id)
         select (select min(id::text)::uuid from work_orders) from generate_series(1, $1)`,
        [times],
      );
    const countBefore = await countStatements();
    await addChangeRows(700);
    expect(await countStatements()).toBe(countBefore + 1);
    await startOrders(3);
    await deliverNotices(context);
    await check('liuyang', 25, 12);
    expect(await countStatements()).toBe(countBefore + 1);
    await addChangeRows(4_000);
    const { indexing } = await office.as('liuyang').done(orderQuery.page, { query: { size: '5' } });
    expect(indexing).toBe(true);
    // Changed orders are counted without reading any order.
    expect(await countStatements()).toBe(countBefore);
    await indexOrders(context);
    const { rows } = await pool.query('select from order_query_changes');
    expect(rows).toEqual([]);
    await check('liuyang', 25, 13);
  });

  test('stores index bits that match the terms of the orders', async () => {
    const { rows } = await office.database.pool.query(`
      with said as (select place, term from order_query_places,
          lateral (select term from order_query_bits where chunk = place / 30000 and get_bit(bits, place % 30000) = 1) x),
        true_ones as (select p.place, t.term from order_query_terms(array(select id from work_orders)) t
          join order_query_places p using (workorder_id))
      (select * from said except select * from true_ones) union all (select * from true_ones except select * from said)`);
    expect(rows).toEqual([]);
  });

  test('finds the orders of a moved organisation for its new leaders, before and after indexing', async () => {
    const countFound = async () => (await office.as('panguohua').done(orderQuery.page, {})).total;
    const paths = await office.database.pool.query<{ own: string; above: string }>(`
      select mine.path as own, theirs.path as above from staff s join organisations mine on mine.id = s.org_id,
        staff t join organisations theirs on theirs.id = t.org_id
      where s.account = 'liuyang' and t.account = 'panguohua'`);
    const [{ own, above } = { own: '', above: '' }] = paths.rows;
    const move = (from: string, to: string) =>
      office.database.pool.query(
        `update organisations set path = $2 || substr(path, length($1) + 1) where starts_with(path, $1)`,
        [from, to],
      );
    await runJobs();
    const before = await countFound();
    const below = `${above}${own.split('/').filter(Boolean).at(-1)}/`;
    await move(own, below);
    const totalAfterMove = await countFound();
    expect(totalAfterMove).toBeGreaterThan(before);
    await check('panguohua', 10, 77);
    await runJobs();
    expect(await countFound()).toBe(totalAfterMove);
    await check('panguohua', 10, 78);
    await move(below, own);
    await runJobs();
    expect(await countFound()).toBe(before);
  });

  test('finds an applicant by name, number and telephone only with the reveal permission', async () => {
    const [order] = orders as [StartedOrder, ...StartedOrder[]];
    const { name, certCode, mobile } = order.startData.start.applyer;
    const codes = async (account: string, query: Record<string, string>) =>
      (await office.as(account).done(orderQuery.page, { query })).rows.map(({ code }) => code);
    const revealedQueries: Record<string, string>[] = [
      { applicant: name },
      { applicant: name.slice(0, 2) },
      { certCode },
      { mobile },
    ];
    for (const query of revealedQueries) {
      expect(await codes('liuyang', query)).toContain(order?.code);
    }
    await office.database.pool.query("delete from role_permissions where permission = 'applicant:reveal'");
    office.clock.now = new Date(office.clock.now.getTime() + 60_000);
    expect(await codes('zhangwei', { applicant: name })).toContain(order?.code);
    if (name.length > 2) expect(await codes('zhangwei', { applicant: name.slice(0, 2) })).toEqual([]);
    const refusal = await office.as('zhangwei').call(orderQuery.page, { query: { certCode, mobile } });
    expect(refusal.body).toMatchObject({
      problems: [
        { field: 'certCode', message: queryTexts.noNumbers },
        { field: 'mobile', message: queryTexts.noNumbers },
      ],
    });
  });

  test('reports all problems at their fields', async () => {
    const query = { code: '12', titleWords: '电', contentWords: 'a b', applicant: '王' };
    const { body } = await office.as('liuyang').call(orderQuery.page, { query });
    expect((body.problems ?? []).map(({ field }: { field: string }) => field).sort()).toEqual(
      Object.keys(query).sort(),
    );
    const spans = { startDate: '2025-01-01', endedFrom: '2026-03-05', endedTo: '2026-03-01' };
    const { body: second } = await office.as('liuyang').call(orderQuery.page, { query: spans });
    expect((second.problems ?? []).map(({ field }: { field: string }) => field)).toEqual([
      'startDate',
      'endedFrom',
    ]);
  });

  test('never finds the value of a secret field', async () => {
    const { rows } = await office
      .as('liuyang')
      .done(orderQuery.page, { query: { contentWords: '15405712345' } });
    expect(rows).toEqual([]);
  });
});

describe('queries across organisations', () => {
  test('let a supervisor find and read the orders of the region without any action', async () => {
    const query = { scope: 'cross', size: '50' };
    const { rows, total } = await office.as('fangning').done(orderQuery.page, { query });
    expect(total).toBe(orders.length);
    const [row] = rows;
    const params = { workorderCode: row?.code ?? '' };
    const page = await office.as('fangning').done(orderQuery.detailPage, { params });
    expect(page).toMatchObject({ task: null, offers: [], tasks: [] });
    expect(Object.values(page.can)).not.toContain(true);
    expect(page.forms.flatMap(({ authority }) => Object.values(authority))).not.toContain(2);
  });

  test('are refused without the permission, and give access to no other page with it', async () => {
    const refusal = await office.as('xujun').call(orderQuery.page, { query: { scope: 'cross' } });
    expect(refusal.status).toBe(403);
    const order = await desk.start('zhangwei', petition(900));
    const params = { workorderCode: order.code };
    expect((await office.as('songjia').call(workOrders.detailPage, { params })).status).toBe(404);
    expect((await office.as('xujun').call(orderQuery.detailPage, { params })).status).toBe(404);
    const page = await office.as('songjia').done(orderQuery.detailPage, { params });
    expect(page.order.code).toBe(order.code);
    expect(page.applicant?.certCode).toContain('*');
    expect((await office.as('tianye').call(orderQuery.page, {})).status).toBe(403);
  });
});
