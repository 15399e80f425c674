import { afterAll, describe, expect, test } from 'vitest';
import { copies } from '#contract/copies.ts';
import { currentHandlers } from '#contract/current-handlers.ts';
import { handling } from '#contract/handling.ts';
import { home } from '#contract/home.ts';
import { messageSettings } from '#contract/message-settings.ts';
import { messages } from '#contract/messages.ts';
import { workOrders } from '#contract/work-orders.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { openDesk, type StartedOrder } from '#test/world/desk.ts';
import { openSession, testOffice } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';
import { deliverNotices } from '../service.ts';

const office = await testOffice();
const { db } = office.context;
const desk = openDesk(office);
let lastNumber = 0;
const hour = 3_600_000;

afterAll(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

const start = () => desk.start('zhangwei', petition(++lastNumber));

const urgeBlock = {
  title: '请尽快办理',
  content: '该件临近时限，请抓紧办理。',
  reason: '群众多次询问',
  receivers: ['group:petition-receivers'],
  channelType: ['20'],
};

/** Sends an urge like the handler bar (S1 §3 workorderRemindInputVo). */
function urge(
  person: string,
  order: StartedOrder,
  changes: Partial<typeof urgeBlock> = {},
  handlerOperation: unknown = '7',
) {
  const workorderRemindInputVo = { ...urgeBlock, fileList: [], ...changes };
  return office
    .as(person)
    .call(handling.handle, { body: { workorderId: order.id, handlerOperation, workorderRemindInputVo } });
}

const pageOf = (person: string, { code }: StartedOrder) =>
  office.as(person).done(workOrders.detailPage, { params: { workorderCode: code } });

describe('an urge', () => {
  test.each([
    ['message', { msgNotify: 1, candidateList: ['staff:staff-liuyang'], msg: '', channelType: '20' }],
    ['workorderSendMessageVo', { code: 'staff:staff-liuyang', content: '', bigChannelType: 20 }],
  ])('accepts receivers and channels from the documented block %s (S1 §3)', async (name, block) => {
    const order = await start();
    const { receivers: _own, channelType: _too, ...withoutReceivers } = urgeBlock;
    const body = {
      workorderId: order.id,
      handlerOperation: 7,
      workorderRemindInputVo: withoutReceivers,
      [name]: block,
    };
    const token = await openSession(office, 'zhangwei');
    const refusal = await office.call('/workorder/workorder/handle', {
      token,
      json: { ...body, [name]: { ...block, candidateList: undefined, code: undefined } },
    });
    expect(refusal.body.problems).toContainEqual({
      field: 'workorderRemindInputVo.receivers',
      message: '请选择接收人员',
    });
    const response = await office.call('/workorder/workorder/handle', { token, json: body });
    expect(response.body, response.text).toMatchObject({ errcode: 0 });
    await deliverNotices(office.context);
    const received = await office.as('liuyang').done(messages.list, { query: { unread: 'true' } });
    expect(received.rows.filter(({ workorderCode }) => workorderCode === order.code)).toHaveLength(2);
    expect((await pageOf('zhangwei', order)).order.urgeCount).toBe(1);
  });

  test('reaches the chosen current handler with a message, a count, a trace row and one audit record', async () => {
    const order = await start();
    const before = await pageOf('zhangwei', order);
    expect(before.offers.find(({ action }) => action === 'urge')).toEqual({
      action: 'urge',
      name: '催办',
      reason: 'required',
      about: [{ traceId: null, nodeName: '收件', question: '向“收件”环节的处理人发送催办消息。' }],
      whyNot: '',
    });
    const response = await urge('zhangwei', order, { receivers: ['staff:staff-liuyang'] }, 7);
    expect(response.body.data, response.text).toMatchObject({
      message: '催办成功，已发送消息通知到当前环节的处理人',
      status: before.order.status,
    });
    await deliverNotices(office.context);
    const received = await office.as('liuyang').done(messages.list, { query: { unread: 'true' } });
    expect(received.rows.find(({ kind }) => kind === 'urged')).toMatchObject({
      title: expect.stringMatching(/^请尽快办理：.+（张伟：群众多次询问）$/),
      workorderCode: order.code,
      workorderTraceId: `${order.id}.2`,
    });
    const lina = await office.as('lina').done(messages.list, { query: { unread: 'true' } });
    expect(lina.rows.filter(({ kind }) => kind === 'urged')).toEqual([]);
    const after = await pageOf('zhangwei', order);
    expect(after.order.urgeCount).toBe(1);
    expect(after.traces.find(({ flowNodeId }) => flowNodeId === 'receive')?.remindList).toEqual([
      {
        title: '请尽快办理',
        content: '该件临近时限，请抓紧办理。',
        reason: '群众多次询问',
        fileList: [],
        handlerName: '张伟',
        handlerOrgName: '淳安县信访局',
        createdAt: office.clock.now.toISOString(),
      },
    ]);
    expect(after.traces.find(({ actName }) => actName === '催办')).toMatchObject({
      handlerOperation: 7,
      handlerOpinion: '群众多次询问',
      receiverNames: ['刘洋'],
    });
    const { rows } = await office
      .as('zhangwei')
      .done(workOrders.initiatedPage, { query: { keyword: order.code } });
    expect(rows[0]?.urgeCount).toBe(1);
    const { links } = await db
      .selectFrom('audit_links')
      .select((row) => row.fn.countAll<number>().as('links'))
      .where('object_id', '=', order.id)
      .where('action', '=', 'work-order.urge')
      .executeTakeFirstOrThrow();
    expect(Number(links)).toBe(1);
  });

  test('is refused within four hours with the time when it is allowed again, and accepted after that', async () => {
    const order = await start();
    const lastUrgeOf = async () => {
      const request = { query: { workorderId: order.id } };
      const { lastUrgedAt, urgeableFrom } = await office
        .as('wujianguo')
        .done(currentHandlers.ofOrder, request);
      return { lastUrgedAt, urgeableFrom };
    };
    expect(await lastUrgeOf()).toEqual({ lastUrgedAt: null, urgeableFrom: null });
    const urgedAt = office.clock.now;
    expect((await urge('zhangwei', order)).status).toBe(200);
    office.clock.forward(3 * hour);
    expect(await lastUrgeOf()).toEqual({
      lastUrgedAt: urgedAt.toISOString(),
      urgeableFrom: new Date(urgedAt.getTime() + 4 * hour).toISOString(),
    });
    const refusal = await urge('wujianguo', order);
    expect(refusal.status).toBe(409);
    expect(refusal.body).toMatchObject({
      errcode: 40940,
      errmsg: expect.stringMatching(/^该办件已催办，\d{4}-\d\d-\d\d \d\d:\d\d 之后可以再次催办$/),
    });
    office.clock.forward(hour);
    expect(await lastUrgeOf()).toEqual({ lastUrgedAt: urgedAt.toISOString(), urgeableFrom: null });
    expect((await urge('zhangwei', order)).status).toBe(200);
    expect((await pageOf('zhangwei', order)).order.urgeCount).toBe(2);
  });

  test('sent again without a key is the same urge at first and a new one after five hours', async () => {
    const order = await start();
    const request = {
      body: {
        workorderId: order.id,
        workorderTraceId: await desk.traceAt(order, 'receive'),
        handlerOperation: '7',
        workorderRemindInputVo: urgeBlock,
      },
      key: null,
    };
    const first = await office.as('zhangwei').call(handling.handle, request);
    const repetition = await office.as('zhangwei').call(handling.handle, request);
    expect(repetition.text).toBe(first.text);
    office.clock.forward(5 * hour);
    expect((await office.as('zhangwei').call(handling.handle, request)).status).toBe(200);
    expect((await pageOf('zhangwei', order)).order.urgeCount).toBe(2);
  });

  test('sent by three people concurrently is done once', async () => {
    const order = await start();
    const responses = await Promise.all([
      urge('zhangwei', order),
      urge('sunlei', order),
      urge('wujianguo', order),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await pageOf('zhangwei', order)).order.urgeCount).toBe(1);
  });

  test('is allowed for the initiator, a leader with a copy, the supervisor and the matter administrator', async () => {
    const order = await start();
    await office.as('liuyang').done(copies.copy, {
      body: {
        traceId: await desk.traceAt(order, 'receive'),
        receivers: ['staff:staff-pengbo', 'staff:staff-chenjing'],
      },
    });
    const codes: Record<string, number | undefined> = {};
    for (const person of ['dengtao', 'tianye', 'chenjing', 'lina']) {
      codes[person] = (await urge(person, order)).body.errcode;
    }
    // A person outside the order, an administrator, a reader without supervision, a candidate.
    expect(codes).toEqual({ dengtao: 404, tianye: 403, chenjing: 403, lina: 403 });
    for (const person of ['pengbo', 'sunlei', 'shenjie', 'zhangwei']) {
      office.clock.forward(5 * hour);
      const { status, text } = await urge(person, order);
      expect(status, `${person}: ${text}`).toBe(200);
    }
  });

  test('reports all problems at the fields of its block', async () => {
    const order = await start();
    const empty = { receivers: [], title: '', content: ' ', reason: '', channelType: [] };
    const refusal = await urge('zhangwei', order, empty);
    expect(refusal.status).toBe(400);
    const problemAt = (field: string, message: string) => ({
      field: `workorderRemindInputVo.${field}`,
      message,
    });
    expect(refusal.body.problems).toEqual([
      problemAt('receivers', '请选择接收人员'),
      problemAt('title', '请输入消息标题'),
      problemAt('content', '请输入消息内容'),
      problemAt('channelType', '请选择消息渠道'),
      problemAt('reason', '处理意见不能为空'),
    ]);
    const wrong = await urge('zhangwei', order, {
      receivers: ['staff:staff-wujianguo'],
      reason: '长'.repeat(201),
    });
    expect(wrong.body.problems).toEqual([
      problemAt('receivers', '“吴建国”不是当前环节的处理人'),
      problemAt('reason', '催办内容不能超过200个字符'),
    ]);
    const files = { ...urgeBlock, reason: '', fileList: [{ id: 'nothing-there' }] };
    const withFiles = await office.as('zhangwei').call(handling.handle, {
      body: { workorderId: order.id, handlerOperation: '7', workorderRemindInputVo: files },
    });
    expect(withFiles.body.problems?.map(({ field }) => field).sort()).toEqual([
      'workorderRemindInputVo.fileList',
      'workorderRemindInputVo.reason',
    ]);
  });

  test('is refused for an ended order', async () => {
    const order = await start();
    await desk.press('liuyang', order, 'receive', 'refuse', { handlerOpinion: '不属于本单位职责' });
    expect((await urge('zhangwei', order)).body.errcode).toBe(40911);
    const page = await pageOf('zhangwei', order);
    expect(page.offers.map(({ action }) => action)).not.toContain('urge');
  });
});

test('an urge adds its files to the trace and the urged visit, and refuses a file of another person', async () => {
  const order = await start();
  const document = await desk.paper('zhangwei', '来访记录.pdf');
  const body = {
    workorderId: order.id,
    handlerOperation: '7',
    workorderRemindInputVo: {
      ...urgeBlock,
      fileList: [{ category: '', name: 'x', url: `/files/${document.id}`, size: 1 }],
    },
  };
  const refusal = await office.as('wujianguo').call(handling.handle, { body });
  expect(refusal.body.problems).toEqual([
    { field: 'workorderRemindInputVo.fileList', message: '附件不存在或已失效，请重新上传' },
  ]);
  expect((await office.as('zhangwei').call(handling.handle, { body })).status).toBe(200);
  const { traces } = await pageOf('liuyang', order);
  const file = { id: document.id, name: '来访记录.pdf' };
  expect(traces.find(({ flowNodeId }) => flowNodeId === 'receive')?.remindList).toMatchObject([
    { fileList: [file] },
  ]);
  expect(traces.find(({ actName }) => actName === '催办')?.attachments).toMatchObject([file]);
});

test('an urge uses the chosen channels, and external channels only for people who enabled them', async () => {
  const events = [{ event: 'urged', channels: ['10', '7'] }];
  const settings = { events, quietFrom: null, quietUntil: null };
  await office.as('liuyang').done(messageSettings.save, { body: settings });
  const { channels } = await office
    .as('zhangwei')
    .done(currentHandlers.ofOrder, { query: { workorderId: (await start()).id } });
  expect(channels).toEqual(['20', '10', '7']);
  const deliveriesOf = async (channelType: string[]) => {
    const order = await start();
    await deliverNotices(office.context);
    await db.deleteFrom('outbound_messages').execute();
    expect((await urge('zhangwei', order, { channelType })).status).toBe(200);
    await deliverNotices(office.context);
    const rows = await db
      .selectFrom('outbound_messages')
      .select(['channel', 'receiver_staff_id'])
      .orderBy('channel')
      .execute();
    const received = await office.as('lina').done(messages.list, { query: { unread: 'true' } });
    expect(
      received.rows.filter((row) => row.kind === 'urged' && row.workorderCode === order.code),
    ).toHaveLength(1);
    return rows.map((row) => `${row.channel} ${row.receiver_staff_id}`);
  };
  // Lina has switched off external channels, and always gets the in-portal message.
  expect(await deliveriesOf(['20'])).toEqual([]);
  expect(await deliveriesOf(['10'])).toEqual(['10 staff-liuyang']);
  expect(await deliveriesOf(['20', '10', '7'])).toEqual(['10 staff-liuyang', '7 staff-liuyang']);
});

test('the home page offers an urge for orders that wait for others, and marks orders urged today', async () => {
  const order = await start();
  await desk.press('liuyang', order, 'receive', 'receive');
  const rowOf = async () =>
    (await office.as('zhangwei').done(home.page, {})).others.rows.find(({ code }) => code === order.code);
  expect(await rowOf()).toMatchObject({ workorderId: order.id, mayUrge: true, urgedToday: false });
  await urge('zhangwei', order, { receivers: ['position:petition-examiner'] });
  expect(await rowOf()).toMatchObject({ mayUrge: false, urgedToday: true });
});

test('an urge recorded with a clock far ahead does not block the next urge after the clock is corrected', async () => {
  const order = await start();
  office.clock.forward(30 * 24 * hour);
  expect((await urge('zhangwei', order)).status).toBe(200);
  office.clock.forward(-30 * 24 * hour);
  expect((await urge('zhangwei', order)).status).toBe(200);
  expect((await urge('zhangwei', order)).body.errcode).not.toBe(0);
});
