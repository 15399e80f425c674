import { afterEach, expect, test } from 'vitest';
import { documents } from '#contract/documents.ts';
import { handling } from '#contract/handling.ts';
import { messages } from '#contract/messages.ts';
import { orderLimits } from '#contract/order-limits.ts';
import { sideRecords } from '#contract/side-records.ts';
import { workOrders } from '#contract/work-orders.ts';
import { localDateOf } from '#domain/calendar/local-date.ts';
import type { ItemDocument } from '#domain/documents/item-document.ts';
import { verifyAudit } from '#server/modules/access/audit/verify.ts';
import { deliverNotices } from '#server/modules/cases/handling/service.ts';
import { readSeedJson } from '#server/seeds/office.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { openDesk, type StartedOrder } from '#test/world/desk.ts';
import { publishOrderDocument, withDocuments } from '#test/world/documents.ts';
import { testOffice } from '#test/world/office.ts';
import { permit } from '#test/world/start-data.ts';
import { changeRecordBySystem, giveDueCommands } from './service.ts';

/** Special procedures (特别程序; S1 §3, §4): statuses 33, 8 and 18, and what they do to the limits. */

const office = await testOffice();
const { context, clock } = office;
const { db } = context;
const desk = openDesk(office);
withDocuments(office);
const papers = readSeedJson<{ documents: ItemDocument[] }>('documents/permit-application.json').documents;
for (const paper of papers.filter(({ template }) => /^(special|suspension|extension)-/.test(template.code)))
  await publishOrderDocument(office, 'permit-application', paper);
const dayMs = 86_400_000;
let number = 0;

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

const give = async (account: string, order: StartedOrder, body: object) =>
  office.as(account).call(sideRecords.special, {
    params: { workorderCode: order.code },
    body: { ...body } as never,
  });
const request = async (order: StartedOrder, body: object = {}) =>
  give('dengtao', order, {
    command: 'request',
    traceId: await desk.traceAt(order, 'accept'),
    type: 'inspection',
    reason: '对后厨水样和餐具抽样检验',
    agency: '县食品药品检验所',
    amount: 15,
    unit: 1,
    ...body,
  });
const readOf = (account: string, { code }: StartedOrder) =>
  office.as(account).done(sideRecords.list, { params: { workorderCode: code } });
const statusOf = async ({ code }: StartedOrder) =>
  (await office.as('dengtao').done(workOrders.detailPage, { params: { workorderCode: code } })).order.status;
const limitOf = async ({ code }: StartedOrder) =>
  (await office.as('dengtao').done(orderLimits.explain, { params: { workorderCode: code }, query: {} }))
    .limit;

test('is asked by a handler, confirmed by a leader, and its time is not counted (S1 §4: 33, 8, 18)', async () => {
  const order = await startUntilAccept();
  const before = await limitOf(order);
  expect((await request(order)).body).toMatchObject({ errcode: 0 });
  expect(await statusOf(order)).toBe(33);
  expect((await give('dengtao', order, { command: 'confirm', recordId: 1 })).body.errcode).not.toBe(0);
  expect((await give('pengbo', order, { command: 'confirm', recordId: 1 })).body).toMatchObject({
    errcode: 0,
  });
  expect(await statusOf(order)).toBe(8);
  expect((await limitOf(order))?.dueOn).toBeNull();
  const page = await office
    .as('dengtao')
    .done(workOrders.detailPage, { params: { workorderCode: order.code } });
  expect(page.order.due).toMatchObject({ dueAt: null, light: 'none', text: '计时暂停，余 20 个工作日' });

  const blocked = await office.as('dengtao').call(handling.handle, {
    body: (await desk.pressBody(order, 'accept', 'accept')) as never,
  });
  expect(blocked.body.errcode).toBe(40962);

  clock.forward(9 * dayMs);
  const result = {
    command: 'finish',
    recordId: 1,
    conclusion: '合格',
    result: '水样和餐具均合格',
    receivedOn: localDateOf(new Date(clock.now.getTime() - 2 * dayMs)),
    fileList: [{ id: (await desk.paper('dengtao', '检验报告.pdf')).id, name: '检验报告.pdf' }],
  };
  const done = await give('dengtao', order, result);
  expect(done.body, done.text).toMatchObject({ errcode: 0 });
  expect(await statusOf(order)).toBe(18);
  const after = await limitOf(order);
  expect(after?.dueOn && before?.dueOn && after.dueOn > before.dueOn).toBe(true);
  expect(after?.summary).toContain('特别程序停');
  const pause = after?.segments.find(({ kind }) => kind === 'paused');
  expect(pause?.until).toBe(result.receivedOn);
  const { records } = await readOf('dengtao', order);
  expect(records).toMatchObject([
    {
      kindName: '特别程序',
      stateName: '已完成',
      data: { conclusion: '合格', fileIds: [result.fileList[0]?.id] },
    },
  ]);
  const entry = { specialType: 'inspection', specialState: 18, timeLimit: 15, conclusion: '合格' };
  const params = { workorderCode: order.code };
  expect((await office.as('dengtao').done(sideRecords.specials, { params })).rows).toMatchObject([entry]);
  const trace = await office.as('dengtao').done(workOrders.traces, { params });
  expect(trace.rows.flatMap(({ specials }) => specials)).toMatchObject([entry]);
  // The leader who confirmed it can still read the order.
  expect((await readOf('pengbo', order)).records).toHaveLength(1);
  await desk.press('dengtao', order, 'accept', 'accept');
});

test('tells the applicant once, with the limit (行政许可法 art. 45)', async () => {
  const order = await startUntilAccept();
  await request(order);
  await deliverNotices(context);
  const { rows } = await office.as('pengbo').done(messages.list, { query: {} });
  expect(rows.filter(({ workorderCode }) => workorderCode === order.code)).toMatchObject([
    { content: expect.stringContaining('待确认特别程序：检验') },
  ]);
  await give('pengbo', order, { command: 'confirm', recordId: 1 });
  await deliverNotices(context);
  await deliverNotices(context);
  const sent = await db
    .selectFrom('outbound_messages')
    .select('content')
    .where('workorder_id', '=', order.id)
    .where('cause', 'like', 'record.%')
    .execute();
  expect(sent.map(({ content }) => content)).toEqual([
    `您的办件需要进行检验，期限 15 个工作日，所需时间不计入办理期限。办件流水号：${order.code}`,
  ]);
});

test('that the office counts runs beside the limits', async () => {
  const order = await startUntilAccept();
  const before = await limitOf(order);
  await request(order, { type: 'site-survey' });
  await give('pengbo', order, { command: 'confirm', recordId: 1 });
  expect(await statusOf(order)).toBe(8);
  expect((await limitOf(order))?.dueOn).toBe(before?.dueOn);
});

test('is prolonged by a leader, and its end reminds the handlers once', async () => {
  const order = await startUntilAccept();
  await request(order, { amount: 2 });
  await give('pengbo', order, { command: 'confirm', recordId: 1 });
  const first = (await readOf('dengtao', order)).records[0];
  expect(
    (await give('dengtao', order, { command: 'prolong', recordId: 1, amount: 3, reason: '复检' })).body
      .errcode,
  ).not.toBe(0);
  await give('pengbo', order, { command: 'prolong', recordId: 1, amount: 3, reason: '复检' });
  const second = (await readOf('dengtao', order)).records[0];
  expect(second?.dueAt && first?.dueAt && second.dueAt > first.dueAt).toBe(true);
  // The job had read the first end before it was prolonged.
  const remind = { kind: 'special', command: 'remind', recordId: 1, atTaskId: null } as const;
  const late = await changeRecordBySystem(
    context,
    order.id,
    { ...remind, input: { dueAt: first?.dueAt } },
    new Date(first?.dueAt ?? ''),
  );
  expect(late?.refused).toBe('recordState');
  expect((await readOf('dengtao', order)).records[0]?.dueAt).toBe(second?.dueAt);
  clock.forward(20 * dayMs);
  await giveDueCommands(context);
  await giveDueCommands(context);
  const traces = await office
    .as('dengtao')
    .done(workOrders.traces, { params: { workorderCode: order.code } });
  expect(traces.rows.filter(({ actName }) => actName === '特别程序到期提醒')).toHaveLength(1);
  expect((await readOf('dengtao', order)).records).toMatchObject([{ state: 'running', dueAt: null }]);
});

test('is refused with every problem of its input, and by a leader with a reason', async () => {
  const order = await startUntilAccept();
  expect((await request(order, { type: 'auction', amount: 0, reason: ' ' })).body).toMatchObject({
    errcode: 400,
    problems: [
      { field: 'type', message: '该事项未开通“拍卖”' },
      { field: 'reason', message: '请填写原因' },
      { field: 'amount', message: '期限应为 1 至 3650' },
    ],
  });
  await request(order);
  expect((await request(order)).body).toMatchObject({ errcode: 40963 });
  expect((await give('pengbo', order, { command: 'refuse', recordId: 1, reason: '' })).body.errcode).toBe(
    400,
  );
  await give('pengbo', order, { command: 'refuse', recordId: 1, reason: '先用快检结果' });
  expect((await readOf('dengtao', order)).records).toMatchObject([{ stateName: '未同意', isOpen: false }]);
  await request(order);
  expect(
    (await give('dengtao', order, { command: 'withdraw', recordId: 2, reason: '不再需要' })).body.errcode,
  ).toBe(0);
  expect((await readOf('dengtao', order)).records[0]).toMatchObject({ stateName: '已撤回' });
});

test('is not offered for an item without special procedures', async () => {
  const order = await startUntilAccept();
  const { offers } = await readOf('dengtao', order);
  expect(offers.filter(({ kind }) => kind === 'special').map(({ command }) => command)).toEqual(['request']);
  const received = { command: 'finish', recordId: 1, conclusion: '合格', result: '合格' };
  await request(order);
  await give('pengbo', order, { command: 'confirm', recordId: 1 });
  const early = await give('dengtao', order, { ...received, receivedOn: '2020-01-01' });
  expect(early.body).toMatchObject({ problems: [{ field: 'receivedOn' }] });
});

test('has a paper with the facts of the record, once a leader has confirmed it', async () => {
  const order = await startUntilAccept();
  const generate = () =>
    office.as('dengtao').call(documents.generate, {
      params: { workorderId: order.id },
      body: { code: 'special-notice' },
    });
  expect((await generate()).body.errmsg).toBe('特别程序经领导确认后可以生成');
  await request(order);
  await give('pengbo', order, { command: 'confirm', recordId: 1 });
  const paper = await generate();
  expect(paper.status, paper.text).toBe(200);
});
