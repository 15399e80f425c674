import { afterEach, expect, test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { sideRecords } from '#contract/side-records.ts';
import { workOrders } from '#contract/work-orders.ts';
import { defaultCorrectionSettings } from '#domain/records/correction-settings.ts';
import { verifyAudit } from '#server/modules/access/audit/verify.ts';
import { deliverNotices } from '#server/modules/cases/handling/service.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { openDesk, type StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { permit } from '#test/world/start-data.ts';

/** Records that another action closes with their step (docs/decisions/0232): the people who wait for them are told. */

const office = await testOffice();
const { context } = office;
const { db } = context;
const desk = openDesk(office);
let number = 600;

const correction = { ...defaultCorrectionSettings, enabled: true };
await db
  .updateTable('business_items')
  .set({
    record_settings: JSON.stringify({
      correction,
      suspension: { enabled: true },
      extension: { times: 1, maxDays: 10 },
      special: { clocks: { inspection: 'stops' } },
    }) as never,
  })
  .where('task_code', '=', 'permit-application')
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
const give = async (
  kind: 'extension' | 'special' | 'suspension' | 'correction',
  order: StartedOrder,
  body: object,
) => {
  const params = { workorderCode: order.code };
  const traceId = await desk.traceAt(order, 'accept');
  const answer = await office
    .as('dengtao')
    .call(sideRecords[kind], { params, body: { traceId, ...body } as never });
  expect(answer.body.errcode, answer.text).toBe(0);
};
const toldTo = async (account: string, { code }: StartedOrder) =>
  (await office.as(account).done(messages.list, { query: {} })).rows.flatMap(({ workorderCode, content }) =>
    workorderCode === code ? content : [],
  );
const toldToApplicant = async ({ id }: StartedOrder) =>
  (
    await db
      .selectFrom('outbound_messages')
      .select('content')
      .where('workorder_id', '=', id)
      .where('cause', 'like', 'record.%.close')
      .execute()
  ).map(({ content }) => content.split('办件流水号')[0]);
const traceOf = async ({ code }: StartedOrder) =>
  (await office.as('dengtao').done(workOrders.traces, { params: { workorderCode: code } })).rows.flatMap(
    ({ actName, handlerOpinion }) => (actName === '记录结束' ? handlerOpinion : []),
  );

const extension = { command: 'request', days: 5, reason: '情况复杂', granted: 0 };
const special = {
  command: 'request',
  type: 'inspection',
  reason: '抽样检验',
  agency: '',
  amount: 15,
  unit: 1,
};

const returnTo = (account: string, order: StartedOrder) =>
  desk.press(account, order, 'accept', 'correct', { backNodeIds: 'receive', backWay: 'replay' });

test('an extension that nobody answered ends by a return: its asker and the leaders are told, the trace says why', async () => {
  const order = await startUntilAccept();
  await give('extension', order, extension);
  // A colleague of the same position returns it.
  await returnTo('caohui', order);
  await deliverNotices(context);
  await deliverNotices(context);
  expect(await traceOf(order)).toEqual(['延期（待审批）已随“退回”结束']);
  const toAsker = '延期申请未经审批，已随“退回”结束；如仍需延期，请重新申请';
  const told = await toldTo('dengtao', order);
  expect(told.filter((text) => text === toAsker)).toHaveLength(1);
  expect(await toldTo('pengbo', order)).toContain('延期申请已随“退回”结束，无需审批');
  expect(await toldToApplicant(order)).toEqual([]);
});

test('a special procedure that waits for its confirmation ends by a withdrawal: the leader need not confirm it', async () => {
  const order = await startUntilAccept();
  await give('special', order, special);
  await desk.withdraw('wangfang', order, 'receive');
  await deliverNotices(context);
  expect(await toldTo('dengtao', order)).toContain('特别程序（检验）未经确认，已随“撤回（经办人）”结束');
  expect(await toldTo('pengbo', order)).toContain('特别程序（检验）已随“撤回（经办人）”结束，无需确认');
});

test('an applicant who was asked for a correction, and one whose matter stood still, are told once', async () => {
  const asked = await startUntilAccept();
  await give('correction', asked, {
    command: 'ask',
    category: 1,
    limit: { amount: 10, unit: 1 },
    papers: [{ id: null, name: '租赁合同', problem: 2, reason: '请交租赁合同' }],
  });
  await desk.press('dengtao', asked, 'accept', 'terminate');
  const suspended = await startUntilAccept();
  await give('suspension', suspended, { command: 'suspend', ground: 'other', reason: '等待鉴定' });
  await desk.press('dengtao', suspended, 'accept', 'terminate');
  await deliverNotices(context);
  await deliverNotices(context);
  expect(await toldToApplicant(asked)).toEqual(['您的办件的补正已终止，不需要再补正材料。']);
  expect(await traceOf(asked)).toEqual(['补正（等待申请人提交）已随办件结束']);
  // That the matter goes on would be wrong: it has ended.
  expect(await toldToApplicant(suspended)).toEqual([]);
});
