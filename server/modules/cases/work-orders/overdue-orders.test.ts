import { describe, expect, test } from 'vitest';
import { dashboard } from '#contract/dashboard.ts';
import { orderQuery, type QueriedOrder } from '#contract/order-query.ts';
import { workOrders } from '#contract/work-orders.ts';
import { deliverNotices } from '#server/modules/cases/handling/service.ts';
import { openDesk, type StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { petition, proposal } from '#test/world/start-data.ts';
import { indexOrders } from './service.ts';

/**
 * Tests overdue orders (docs/decisions/0100): the same in the index, in recent changes, and in the tables.
 */

const office = await testOffice();
const desk = openDesk(office);
const day = 86_400_000;

const orders: StartedOrder[] = [];
for (let number = 1; number <= 12; number += 1) {
  const order = await desk.start('zhangwei', number % 4 === 0 ? proposal(number) : petition(number));
  if (number % 4 !== 0 && number % 3 !== 1) await desk.press('liuyang', order, 'receive', 'receive');
  if (number === 9) await desk.press('liuyang', order, 'examine', 'decline');
  orders.push(order);
  office.clock.forward(2.3 * day);
}

async function runJobs(): Promise<void> {
  await deliverNotices(office.context);
  await indexOrders(office.context);
}

interface Fact {
  code: string;
  node: string;
  keys: string[];
  /** Days from the due date of the step to today; null without a limit of its own. */
  late: number | null;
}

/** Reads the open steps from the tables. */
async function readSteps(): Promise<Fact[]> {
  const today = new Date(office.clock.now.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
  const { rows } = await office.database.pool.query<Fact>(
    `select o.code, t.node_name as node, t.candidates as keys,
      $1::date - (t.due_at at time zone 'Asia/Shanghai')::date as late
     from traces t join work_orders o on o.id = t.workorder_id where t.handler_status = 0 and o.ended_at is null`,
    [today],
  );
  return rows;
}

const queryPage = async (account: string, query: Record<string, string>) =>
  await office.as(account).done(orderQuery.page, { query: { size: '50', ...query } });
const codesOf = (rows: readonly { code: string }[]) => rows.map(({ code }) => code).sort();
const codesOverdueAt = (steps: readonly Fact[], node?: string) => [
  ...new Set(
    steps
      .filter((step) => (step.late ?? 0) > 0 && (node === undefined || step.node === node))
      .map(({ code }) => code),
  ),
];

async function expectMatch(): Promise<void> {
  const steps = await readSteps();
  const late = codesOverdueAt(steps);
  expect(late.length).toBeGreaterThan(2);
  expect(late.length).toBeLessThan(new Set(steps.map(({ code }) => code)).size);
  const { rows } = await queryPage('shenjie', { stepDue: 'overdue' });
  expect(codesOf(rows)).toEqual(late.sort());
  for (const node of new Set(steps.map((step) => step.node))) {
    const page = await queryPage('shenjie', { stepDue: 'overdue', nodeName: node });
    expect([node, codesOf(page.rows)]).toEqual([node, codesOverdueAt(steps, node).sort()]);
  }
  const counts = await office.as('shenjie').done(orderQuery.lateCounts, { query: {} });
  expect(counts.step).toBe(late.length);
  expect(counts.order).toBe((await queryPage('shenjie', { due: 'overdue' })).total);
}

describe('orders overdue at a step', () => {
  test('are found and counted before indexing, after indexing, and after further changes', async () => {
    await expectMatch();
    await runJobs();
    await expectMatch();
    const waiting = (await readSteps()).find(({ node, late }) => node === '受理审查' && (late ?? 0) > 0);
    const order = orders.find(({ code }) => code === waiting?.code);
    await desk.press('liuyang', order as StartedOrder, 'examine', 'decline');
    await expectMatch();
    await runJobs();
    await expectMatch();
  });

  test('leave no empty index term after they have advanced', async () => {
    await runJobs();
    const { rows } = await office.database.pool.query(
      `select term from order_query_bits where term like 'step-due:%' and bits = bits_of_none()`,
    );
    expect(rows).toEqual([]);
  });

  test('are sorted by the overdue days, the longest first, over all pages', async () => {
    const query = { phase: 'open', sort: 'stepOverdueDays', order: 'desc', size: '5' };
    const days: number[] = [];
    for (const page of ['1', '2']) {
      const { rows } = await queryPage('shenjie', { ...query, page });
      days.push(...rows.map(({ stepOverdueDays }) => stepOverdueDays));
    }
    expect(days[0]).toBeGreaterThan(0);
    expect(days).toEqual(days.toSorted((a, b) => b - a));
    const sortedRows = (await queryPage('shenjie', { phase: 'open', sort: 'overdueDays', order: 'asc' }))
      .rows;
    const allDays = sortedRows.map(({ overdueDays }) => overdueDays);
    const late = allDays.filter((days) => days > 0);
    expect(allDays).toEqual([...late.toSorted((a, b) => a - b), ...allDays.slice(late.length)]);
  });

  test('come before other orders in both sort directions', async () => {
    const query = { size: '50' };
    const lists = {
      query: async (sorted: object) => (await queryPage('shenjie', { phase: 'open', ...sorted })).rows,
      figure: async (sorted: object) =>
        (await office.as('wujianguo').done(dashboard.orders, { query: { ...query, ...sorted } })).rows,
      initiated: async (sorted: object) =>
        (await office.as('zhangwei').done(workOrders.initiatedPage, { query: { ...query, ...sorted } })).rows,
      done: async (sorted: object) =>
        (await office.as('liuyang').done(workOrders.donePage, { query: { ...query, ...sorted } })).rows,
      todo: async (sorted: object) =>
        (await office.as('liuyang').done(workOrders.todoPage, { query: { ...query, ...sorted } })).rows,
    };
    for (const [name, rowsOf] of Object.entries(lists)) {
      const column = 'stepOverdueDays';
      for (const order of ['asc', 'desc'] as const) {
        const days = (await rowsOf({ sort: column, order })).map((row) => row[column]);
        const late = days.filter((count) => count > 0);
        const sorted = late.toSorted((a, b) => (order === 'asc' ? a - b : b - a));
        expect([name, order, days]).toEqual([
          name,
          order,
          [...sorted, ...days.slice(late.length).map(() => 0)],
        ]);
      }
    }
    const waiting = await lists.todo({ sort: 'stepOverdueDays', order: 'asc' });
    expect(new Set(waiting.map(({ stepOverdueDays }) => stepOverdueDays > 0)).size).toBe(2);
  });

  test('with handlers come before orders without, in both sort directions', async () => {
    for (const order of ['asc', 'desc'] as const) {
      const request = { query: { size: '50', sort: 'handlerNames', order } as const };
      const { rows } = await office.as('zhangwei').done(workOrders.initiatedPage, request);
      const hasHandlers = rows.map(({ handlerNames }) => handlerNames !== '');
      expect(new Set(hasHandlers).size).toBe(2);
      expect(hasHandlers).toEqual(hasHandlers.toSorted((a, b) => Number(b) - Number(a)));
    }
  });

  test('show handlers and overdue days in each list as in the combined query', async () => {
    const steps = await readSteps();
    const { rows } = await queryPage('shenjie', { phase: 'open' });
    for (const row of rows) {
      const ownSteps = steps.filter(({ code }) => code === row.code);
      const delays = ownSteps.flatMap(({ late }) => late ?? []);
      expect(row.stepOverdueDays).toBe(Math.max(0, ...delays));
      expect(row.handlerNames).not.toBe('');
    }
    const rowsByCode = new Map<string, QueriedOrder>(rows.map((row) => [row.code, row]));
    const lateFields = ({ handlerNames, stepOverdueDays, overdueDays }: QueriedOrder) => ({
      handlerNames,
      stepOverdueDays,
      overdueDays,
    });
    const query = { size: '50' };
    const pages = [
      await office.as('zhangwei').done(workOrders.initiatedPage, { query }),
      await office.as('zhangwei').done(workOrders.myWorkOrderPage, { query: { ...query, tab: 'initiated' } }),
      await office.as('liuyang').done(workOrders.donePage, { query }),
      await office.as('liuyang').done(workOrders.todoPage, { query }),
      await office.as('liuyang').done(workOrders.myWorkOrderPage, { query: { ...query, tab: 'waiting' } }),
      await office.as('wujianguo').done(dashboard.orders, { query }),
    ];
    for (const page of pages) {
      const open = (page.rows as QueriedOrder[]).filter(({ endedAt }) => endedAt === null);
      expect(open.length).toBeGreaterThan(0);
      for (const row of open) {
        const shown = rowsByCode.get(row.code) as QueriedOrder;
        expect([row.code, lateFields(row)]).toEqual([row.code, lateFields(shown)]);
      }
    }
    const ended = (await queryPage('shenjie', { phase: 'ended' })).rows;
    expect(ended.map(lateFields)).toEqual(
      ended.map(() => ({ handlerNames: '', stepOverdueDays: 0, overdueDays: 0 })),
    );
  });

  test('are found by the person and by the organisation that has them now', async () => {
    const steps = await readSteps();
    const keysOf = async (where: string) =>
      new Set(
        (
          await office.database.pool.query<{ key: string }>(
            `select unnest(keys) as key from staff_rights where ${where}`,
          )
        ).rows.map(({ key }) => key),
      );
    const waitingFor = (keys: ReadonlySet<string>) =>
      [
        ...new Set(steps.filter((step) => step.keys.some((key) => keys.has(key))).map(({ code }) => code)),
      ].sort();
    const person = await queryPage('shenjie', { handler: 'staff-liuyang', stepDue: 'overdue' });
    const late = new Set(codesOverdueAt(steps));
    expect(codesOf(person.rows)).toEqual(
      waitingFor(await keysOf(`staff_id = 'staff-liuyang'`)).filter((code) => late.has(code)),
    );
    for (const org of ['330127-xfj', '330127']) {
      const page = await queryPage('shenjie', { handlerOrg: org });
      const expected = waitingFor(
        await keysOf(`org_id in (select b.id from organisations t join organisations b on starts_with(b.path, t.path)
          where t.code = '${org}' or t.id = '${org}')`),
      );
      expect([org, codesOf(page.rows)]).toEqual([org, expected]);
    }
    expect((await queryPage('shenjie', { handlerOrg: 'nowhere' })).total).toBe(0);
  });

  test('are counted only for people with the permission', async () => {
    const refusal = await office.as('xujun').call(orderQuery.lateCounts, { query: { scope: 'cross' } });
    expect(refusal.status).toBe(403);
    expect((await office.as('tianye').call(orderQuery.lateCounts, {})).status).toBe(403);
    expect(await office.as('xujun').done(orderQuery.lateCounts, {})).toEqual({ step: 0, order: 0 });
  });

  test('are added to the index of an upgraded office', async () => {
    await runJobs();
    const terms = async () =>
      (
        await office.database.pool.query(
          `select term, chunk, bits::text from order_query_bits where term like 'step-due:%' order by 1, 2`,
        )
      ).rows;
    const before = await terms();
    expect(before.length).toBeGreaterThan(0);
    await office.database.pool.query(`delete from order_query_bits where term like 'step-due:%'`);
    await office.database.pool.query(`update order_query_places set terms =
      array(select term from unnest(terms) term where term not like 'step-due:%')`);
    await office.database.pool.query('select fill_steps_due()');
    expect(await terms()).toEqual(before);
  });
});

test('a dashboard list with more than ten thousand rows is not sorted by an unindexed column', async () => {
  await office.database.pool.query(
    `insert into work_orders select copy.* from work_orders o cross join generate_series(1, 10001) n
      cross join jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'code', '2027' || lpad(n::text, 10, '0'))) copy
      where o.code = $1`,
    [orders[0]?.code],
  );
  const problems = [{ field: 'sort', message: '记录超过一万条，不能按此列排序，请先缩小查询范围' }];
  const response = await office.as('shenjie').call(dashboard.orders, { query: { sort: 'stepOverdueDays' } });
  expect(response.body.problems).toEqual(problems);
});
