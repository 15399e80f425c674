import { expect, test } from 'vitest';
import { handling } from '#contract/handling.ts';
import { workOrders } from '#contract/work-orders.ts';
import { verifyAudit } from '#server/modules/audit/verify.ts';
import { checkInvariants } from './invariants/check-invariants.ts';
import { type Case, openDesk } from './world/desk.ts';
import { petition } from './world/matters.ts';
import { testOffice } from './world/office.ts';
import { oldTemplate, readOldDatabase } from './world/old-database.ts';

/** Orders of a database that the core's first schema left go on under the newest. */

const old = readOldDatabase('database-of-schema-1');
const office = await testOffice({ template: await oldTemplate('database-of-schema-1', old) });
office.clock.now = new Date(old.now);
const { db, crypto } = office.context;
const desk = openDesk(office);

function orderOf(name: string): Case {
  const found = old.cases[name];
  if (!found) throw new Error(`No old order ${name}`);
  return { ...found, matter: petition(1) };
}

async function pageOf(account: string, { code }: Case) {
  return office.as(account).done(workOrders.detailPage, { params: { workorderCode: code } });
}

async function openNodes(order: Case): Promise<string[]> {
  const { process } = await pageOf('wujianguo', order);
  return [...process.activeNodeIds].sort();
}

test('as they came, the record and every rule hold', async () => {
  const { rows } = await db
    .selectFrom('work_order_states')
    .select('schema')
    .distinct()
    .execute()
    .then((states) => ({ rows: states }));
  expect(rows).toEqual([{ schema: 1 }]);
  expect(await checkInvariants(db)).toEqual([]);
});

test('they are handled, withdrawn, returned and handed in again, and the record still verifies', async () => {
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

test('what is over says so', async () => {
  const order = orderOf('concluded');
  expect((await pageOf('zhangwei', order)).order.statusLabel).toBe('正常办结');
  const refused = await office.as('liuyang').call(handling.withdraw, {
    params: { workorderCode: order.code },
    body: { traceId: `${order.id}.2`, reason: '' },
  });
  expect(refused.body.errcode).toBe(40911);
});
