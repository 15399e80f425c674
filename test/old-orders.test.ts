import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { handling } from '#contract/handling.ts';
import { orderQuery } from '#contract/order-query.ts';
import { workOrders } from '#contract/work-orders.ts';
import { verifyAudit } from '#server/modules/access/audit/verify.ts';
import { deliverNotices } from '#server/modules/cases/handling/service.ts';
import { indexOrders } from '#server/modules/cases/work-orders/service.ts';
import { checkInvariants } from './invariants/check-invariants.ts';
import { openDesk, type StartedOrder } from './world/desk.ts';
import { testOffice } from './world/office.ts';
import { oldTemplate, readOldDatabase } from './world/old-database.ts';
import { petition } from './world/start-data.ts';

/** Tests that orders in a database with the core's first schema can be continued with the newest schema. */

const old = readOldDatabase('database-of-schema-1');
const office = await testOffice({ template: await oldTemplate('database-of-schema-1', old) });
office.clock.now = new Date(old.now);
const { db, crypto } = office.context;
const desk = openDesk(office);

function orderOf(name: string): StartedOrder {
  const found = old.cases[name];
  if (!found) throw new Error(`No old order ${name}`);
  return { ...found, startData: petition(1) };
}

async function pageOf(account: string, { code }: StartedOrder) {
  return office.as(account).done(workOrders.detailPage, { params: { workorderCode: code } });
}

async function openNodes(order: StartedOrder): Promise<string[]> {
  const { process } = await pageOf('wujianguo', order);
  return [...process.activeNodeIds].sort();
}

test('orders of the first schema satisfy every invariant', async () => {
  const { rows } = await db
    .selectFrom('work_order_states')
    .select('schema')
    .distinct()
    .execute()
    .then((states) => ({ rows: states }));
  expect(rows).toEqual([{ schema: 1 }]);
  expect(await checkInvariants(db)).toEqual([]);
});

/**
 * Returns the differences between the index of the combined query and the orders: positions in the order of
 * time, and every bit.
 */
async function indexDifferences() {
  const { rows } = await sql`
    with indexed as (select place, term from order_query_places,
        lateral (select term from order_query_bits where chunk = place / 30000 and get_bit(bits, place % 30000) = 1) x),
      ordered as (select id, row_number() over (order by started_at, id) - 1 as place from work_orders),
      expected_terms as (select o.place, t.term
        from ordered o join order_query_terms(array(select id from work_orders)) t on t.workorder_id = o.id),
      stored_terms as (select place, unnest(terms) as term from order_query_places)
    select 'bits' as of, * from ((select * from indexed except select * from expected_terms)
      union all (select * from expected_terms except select * from indexed)) x
    union all select 'terms', * from ((select * from stored_terms except select * from expected_terms)
      union all (select * from expected_terms except select * from stored_terms)) x`.execute(db);
  return rows;
}

/** Returns the orders whose forms contain a word, read from the forms themselves. */
async function codesWith(word: string): Promise<string[]> {
  const { rows } = await sql<{
    code: string;
  }>`select o.code from work_orders o join work_order_forms f on f.workorder_id = o.id
    where f.deleted_at is null and strpos(f.content::text, ${word}) > 0 order by o.started_at desc, o.id desc`.execute(
    db,
  );
  return rows.map(({ code }) => code);
}

test('the migration adds all orders to the index of the combined query, and the job indexes their forms', async () => {
  const orders = Object.keys(old.cases).length;
  const places = () =>
    sql<{ place: number; read: boolean }>`
      select place, body is not null as read from order_query_places order by place`.execute(db);
  expect((await places()).rows).toEqual(
    Array.from({ length: orders }, (_, place) => ({ place, read: false })),
  );
  expect(await indexDifferences()).toEqual([]);
  const { rows: next } = await sql`select next_place from order_query_state`.execute(db);
  expect(next).toEqual([{ next_place: orders }]);

  const found = async (query: Record<string, string>) => {
    const answer = await office.as('shenjie').done(orderQuery.page, { query: { size: '50', ...query } });
    return answer.rows.map(({ code }) => code);
  };
  expect(await found({})).toHaveLength(orders);
  expect(await found({ contentWords: '老人上下楼' })).toEqual([]);
  await deliverNotices(office.context);
  await indexOrders(office.context);
  expect((await places()).rows).toEqual(
    Array.from({ length: orders }, (_, place) => ({ place, read: true })),
  );
  expect(await indexDifferences()).toEqual([]);
  for (const word of ['老人上下楼', '尽快修复', '物业公司']) {
    const codes = await codesWith(word);
    expect(codes.length).toBeGreaterThan(0);
    expect([word, await found({ contentWords: word })]).toEqual([word, codes]);
  }
  // The text occurs in forms too, in a field that the first nodes hide.
  expect(await codesWith('责令限期整改')).not.toEqual([]);
  expect(await found({ contentWords: '责令限期整改' })).toEqual([]);
});

test('old orders are handled, withdrawn, returned and resubmitted, and the audit log verifies', async () => {
  await desk.press('liuyang', orderOf('started'), 'receive', 'receive');
  await desk.withdraw('liuyang', orderOf('received'), 'receive');
  await desk.press('liuyang', orderOf('withdrawn'), 'receive', 'receive');
  await desk.resubmit('zhangwei', orderOf('recalled'));
  await desk.resubmit('zhangwei', orderOf('returned to the start'));
  await desk.press('zhaomin', orderOf('forwarded'), 'examine', 'return', {
    backNodeIds: 'receive',
    backWay: 'direct',
  });
  await desk.press('liuyang', orderOf('forwarded'), 'receive', 'receive');
  expect(await openNodes(orderOf('forwarded'))).toEqual(['examine']);

  const joint = orderOf('joint, lead done');
  await desk.press('gaofeng', joint, 'undertake-assist', 'undertake');
  await desk.press('sunlei', joint, 'audit', 'return', { backNodeIds: 'undertake-lead' });
  await desk.press('zhuhong', joint, 'undertake-lead', 'undertake');
  expect(await openNodes(joint)).toEqual(['audit']);

  const half = orderOf('direct return half done');
  await desk.press('gaofeng', half, 'undertake-assist', 'undertake');
  expect(await openNodes(half)).toEqual(['audit']);

  const before = orderOf('direct return before the fork');
  await desk.press('wujianguo', before, 'instruct', 'instruct');
  expect(await openNodes(before)).toEqual(['undertake-assist', 'undertake-lead']);

  expect(await checkInvariants(db)).toEqual([]);
  expect((await verifyAudit(db, crypto)).findings).toEqual([]);
});

test('a concluded old order shows its status and refuses a withdraw', async () => {
  const order = orderOf('concluded');
  expect((await pageOf('zhangwei', order)).order.statusLabel).toBe('正常办结');
  const refused = await office.as('liuyang').call(handling.withdraw, {
    params: { workorderCode: order.code },
    body: { traceId: `${order.id}.2`, reason: '' },
  });
  expect(refused.body.errcode).toBe(40911);
});
