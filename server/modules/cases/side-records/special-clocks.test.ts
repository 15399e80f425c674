import { afterEach, expect, test } from 'vitest';
import { orderLimits } from '#contract/order-limits.ts';
import { sideRecords } from '#contract/side-records.ts';
import { workOrders } from '#contract/work-orders.ts';
import { localDateOf } from '#domain/calendar/local-date.ts';
import { WorkOrderStatus } from '#domain/enumerations/work-order-status.ts';
import { verifyAudit } from '#server/modules/access/audit/verify.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { openDesk, type StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';
import { permit } from '#test/world/start-data.ts';

/** Special procedures and the limits: added days, several after one another, one in each of two branches (S1 §4). */

const office = await testOffice();
const { context, clock } = office;
const { db } = context;
const desk = openDesk(office);
const petitions = openPetitionDesk(office);
const day = 86_400_000;
let number = 0;

const clocks = {
  hearing: 'adds',
  inspection: 'stops',
  test: 'stops',
  appraisal: 'stops',
  'public-notice': 'adds',
};
await db
  .updateTable('business_items')
  .set({ record_settings: JSON.stringify({ special: { clocks } }) as never })
  .execute();

afterEach(async () => {
  expect(await checkInvariants(db)).toEqual([]);
  expect((await verifyAudit(db, context.crypto)).findings).toEqual([]);
});

async function startUntilAccept(): Promise<StartedOrder> {
  const order = await desk.start('wangfang', permit(++number, [await desk.paper('wangfang')]));
  await desk.press('wangfang', order, 'preview', 'pass');
  await desk.press('wangfang', order, 'receive', 'receive');
  return order;
}
const give = (account: string, { code }: StartedOrder, body: object) =>
  office.as(account).call(sideRecords.special, { params: { workorderCode: code }, body: body as never });
async function done(account: string, order: StartedOrder, body: object) {
  const answer = await give(account, order, body);
  expect(answer.body.errcode, answer.text).toBe(0);
}
const request = async (account: string, order: StartedOrder, nodeId: string, type: string, unit = 1) =>
  done(account, order, {
    command: 'request',
    traceId: await desk.traceAt(order, nodeId),
    type,
    reason: '按规定进行',
    agency: '',
    amount: 5,
    unit,
  });
const finish = async (account: string, order: StartedOrder, recordId: number) =>
  done(account, order, {
    command: 'finish',
    recordId,
    conclusion: '合格',
    result: '结果见报告',
    receivedOn: localDateOf(clock.now),
    fileList: [{ id: (await desk.paper(account, `结果${recordId}.pdf`)).id }],
  });
const limitOf = async (account: string, { code }: StartedOrder, traceId?: string) =>
  (
    await office.as(account).done(orderLimits.explain, {
      params: { workorderCode: code },
      query: traceId === undefined ? {} : { traceId },
    })
  ).limit;
const statusOf = async ({ id }: StartedOrder) =>
  (await db.selectFrom('work_orders').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;

test('added days extend the whole limit once confirmed, say why, and stay when the result comes', async () => {
  const order = await startUntilAccept();
  const before = await limitOf('dengtao', order);
  expect(before).toMatchObject({ totalDays: 20, dueOn: '2026-03-30' });
  const stepBefore = await limitOf('dengtao', order, await desk.traceAt(order, 'accept'));
  await request('dengtao', order, 'accept', 'hearing');
  expect(await limitOf('dengtao', order)).toMatchObject({ totalDays: 20, dueOn: '2026-03-30' });
  const confirm = { command: 'confirm', recordId: 1 };
  const answers = await Promise.all([give('pengbo', order, confirm), give('pengbo', order, confirm)]);
  expect(answers.map(({ body }) => body.errcode).sort()).toEqual([0, 40963]);
  expect(await statusOf(order)).toBe(WorkOrderStatus.awaitingSpecialProcedure);
  const extended = await limitOf('dengtao', order);
  expect(extended).toMatchObject({
    totalDays: 25,
    dueOn: '2026-04-07',
    extensions: [{ text: expect.stringContaining('5'), reason: '特别程序' }],
  });
  expect(extended?.segments.some(({ kind }) => kind === 'paused')).toBe(false);
  const ofStep = await limitOf('dengtao', order, await desk.traceAt(order, 'accept'));
  expect(ofStep).toMatchObject({ totalDays: (stepBefore?.totalDays ?? 0) + 5 });
  clock.forward(2 * day);
  await finish('dengtao', order, 1);
  expect(await statusOf(order)).toBe(WorkOrderStatus.specialProcedureDone);
  expect(await limitOf('dengtao', order)).toMatchObject({ totalDays: 25, dueOn: '2026-04-07' });
  await desk.press('dengtao', order, 'accept', 'accept');
});

test('two after one another, one not counted and one added, change the limit by both', async () => {
  const order = await startUntilAccept();
  const before = await limitOf('dengtao', order);
  await request('dengtao', order, 'accept', 'inspection');
  await done('pengbo', order, { command: 'confirm', recordId: 1 });
  clock.forward(7 * day);
  await finish('dengtao', order, 1);
  await request('dengtao', order, 'accept', 'public-notice');
  await done('pengbo', order, { command: 'confirm', recordId: 2 });
  clock.forward(7 * day);
  await finish('dengtao', order, 2);
  const after = await limitOf('dengtao', order);
  expect(after?.totalDays).toBe((before?.totalDays ?? 0) + 5);
  expect(after?.summary).toContain('特别程序停');
  const { rows } = await office
    .as('dengtao')
    .done(sideRecords.specials, { params: { workorderCode: order.code } });
  expect(rows).toMatchObject([
    { specialType: 'inspection', specialState: 18, attachments: [{ name: '结果1.pdf' }] },
    { specialType: 'public-notice', specialState: 18, attachments: [{ name: '结果2.pdf' }] },
  ]);
  await desk.press('dengtao', order, 'accept', 'accept');
  expect(await statusOf(order)).toBe(WorkOrderStatus.awaitingReview);
});

test('one in each of two branches stops its own step, and the whole order while either runs', async () => {
  const order = await petitions.startUntilJoint();
  const [lead, assist] = [
    await desk.traceAt(order, 'undertake-lead'),
    await desk.traceAt(order, 'undertake-assist'),
  ];
  await request('zhuhong', order, 'undertake-lead', 'test');
  await request('gaofeng', order, 'undertake-assist', 'appraisal');
  await done('wujianguo', order, { command: 'confirm', recordId: 1 });
  expect((await limitOf('zhuhong', order, lead))?.dueOn).toBeNull();
  expect((await limitOf('zhuhong', order, assist))?.dueOn).not.toBeNull();
  expect((await limitOf('zhuhong', order))?.dueOn).toBeNull();
  clock.forward(day);
  await done('wujianguo', order, { command: 'confirm', recordId: 2 });
  clock.forward(2 * day);
  await finish('zhuhong', order, 1);
  // The other branch still waits for its own result.
  expect((await limitOf('zhuhong', order, lead))?.dueOn).not.toBeNull();
  expect((await limitOf('zhuhong', order, assist))?.dueOn).toBeNull();
  expect((await limitOf('zhuhong', order))?.dueOn).toBeNull();
  await desk.press('zhuhong', order, 'undertake-lead', 'undertake');
  expect((await desk.tryPress('gaofeng', order, 'undertake-assist', 'undertake')).body.errcode).toBe(40962);
  clock.forward(day);
  await finish('gaofeng', order, 2);
  expect((await limitOf('zhuhong', order))?.dueOn).not.toBeNull();
  await desk.press('gaofeng', order, 'undertake-assist', 'undertake');
  const { rows } = await office
    .as('wujianguo')
    .done(workOrders.traces, { params: { workorderCode: order.code } });
  const typesAt = (nodeId: string) =>
    rows.filter(({ flowNodeId }) => flowNodeId === nodeId).flatMap(({ specials }) => specials);
  expect(typesAt('undertake-lead')).toMatchObject([{ specialType: 'test', specialState: 18 }]);
  expect(typesAt('undertake-assist')).toMatchObject([{ specialType: 'appraisal', specialState: 18 }]);
});
