import { afterAll, expect, test } from 'vitest';
import { copies } from '#contract/copies.ts';
import { processes } from '#contract/processes.ts';
import { workOrders } from '#contract/work-orders.ts';
import { readSeedText } from '#server/seeds/office.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import type { StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';

/** Tests buttons on completed tasks (opType 2, S1 §6) in a published definition: 送阅 at 收件, 催一催 at 领导批示. */

const office = await testOffice();
const { db } = office.context;
const { desk, start, pageOf } = openPetitionDesk(office);

afterAll(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

const xml = readSeedText('processes/petition-letter.bpmn')
  .replace(
    '<portal:button id="delegate" code="delegate" name="委派" order="7" />',
    '$&<portal:button id="show" code="copy" name="送阅" order="8" opType="2" />',
  )
  .replace(
    '<portal:button id="instruct" code="12" name="批示" order="1" names="others" />',
    '$&<portal:button id="press" code="7" name="催一催" order="8" opType="2" />',
  );
const { id } = await office.as('xiaohan').done(processes.publish, { body: { xml } });
await db
  .updateTable('business_items')
  .set({ process_definition_id: id })
  .where('task_code', '=', 'petition-letter')
  .where('current', '=', true)
  .execute();

const offersOf = async (account: string, order: StartedOrder) =>
  (await pageOf(account, order)).offers.map(({ action, name }) => `${action} ${name}`);
const copy = async (account: string, order: StartedOrder, nodeId = 'receive') =>
  office.as(account).call(copies.copy, {
    body: {
      traceId: await desk.traceAt(order, nodeId, 'done'),
      receivers: ['staff:staff-xujun'],
      reason: '供参考',
    },
  });

test('buttons on a done task are offered to its handler with their defined names, and they work', async () => {
  const order = await start();
  await desk.press('lina', order, 'receive', 'receive');
  const { offers, task } = await pageOf('lina', order);
  expect(task).toBeNull();
  expect(offers.map(({ action, name }) => `${action} ${name}`)).toEqual(['withdraw 撤回', 'copy 送阅']);
  const [about] = offers.find(({ action }) => action === 'copy')?.about ?? [];
  expect(about?.traceId).toBe(await desk.traceAt(order, 'receive', 'done'));
  const done = await copy('lina', order);
  expect(done.body.data, done.text).toMatchObject({ message: '抄送成功', nextNodeNames: [] });
  const response = await office
    .as('xujun')
    .call(workOrders.detailPage, { params: { workorderCode: order.code } });
  expect(response.status).toBe(200);
  // The order stays at its node, and the step may still be withdrawn.
  expect((await pageOf('zhaomin', order)).task).not.toBeNull();
  expect(await offersOf('lina', order)).toContain('withdraw 撤回');
});

test('buttons on a done task are refused to the current handler and to people outside the order', async () => {
  const order = await start();
  await desk.press('liuyang', order, 'receive', 'receive');
  expect((await copy('zhaomin', order)).body.errmsg).toBe('该环节已被办理');
  expect((await copy('chenjing', order)).status).toBe(404);
});

test('buttons on a done task are missing when the definition has none or the order has ended', async () => {
  const order = await start();
  await desk.press('liuyang', order, 'receive', 'receive');
  await desk.press('zhaomin', order, 'examine', 'accept');
  expect(await offersOf('zhaomin', order)).toEqual(['withdraw 撤回']);
  expect((await copy('zhaomin', order, 'examine')).body.errmsg).toBe('该环节已被办理');
  const endedOrder = await start();
  await desk.press('liuyang', endedOrder, 'receive', 'receive');
  await desk.press('zhaomin', endedOrder, 'examine', 'terminate', { handlerOpinion: '来信人撤回' });
  expect(await offersOf('liuyang', endedOrder)).toEqual([]);
  expect((await copy('liuyang', endedOrder)).status).not.toBe(200);
});

test('the urge button on a done task is offered only to a person who may urge, beside withdraw', async () => {
  const order = await start();
  await desk.press('liuyang', order, 'receive', 'receive');
  await desk.press('zhaomin', order, 'examine', 'accept');
  await desk.press('wujianguo', order, 'instruct', 'instruct', { branchProcessingNodeId: 'undertake' });
  expect(await offersOf('wujianguo', order)).toEqual(
    expect.arrayContaining(['withdraw 撤回', 'urge 催一催']),
  );
  // 收件 has no urge button, and its handler may not urge.
  expect(await offersOf('liuyang', order)).toEqual(['copy 送阅']);
});
