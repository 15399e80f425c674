import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { handling } from '#contract/handling.ts';
import { messages } from '#contract/messages.ts';
import { orderMessages } from '#contract/order-messages.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { openDesk, type StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';
import { deliverNotices } from '../service.ts';

/** Tests a notice that is sent with an action (S1 §3 message block, §5; docs/decisions/0103). */

const office = await testOffice();
const { db, crypto } = office.context;
const desk = openDesk(office);
let lastNumber = 0;
let order: StartedOrder;

beforeEach(async () => {
  order = await desk.start('zhangwei', petition(++lastNumber));
  await deliverNotices(office.context);
});
afterAll(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

const noticeText = '请先核对附件，再行审查。';
const block = (candidateList: unknown, more: object = {}) => ({
  message: { candidateList, msgNotify: 1, msg: noticeText, channelType: '20', ...more },
});

async function handle(more: object, options: { key?: string } = {}) {
  const body = { ...(await desk.pressBody(order, 'receive', 'receive')), ...more };
  return office.as('liuyang').call(handling.handle, { body, ...options });
}

async function handleAndDeliver(more: object) {
  const done = await handle(more);
  expect(done.status, done.text).toBe(200);
  await deliverNotices(office.context);
  await deliverNotices(office.context);
}

const receivedMessages = async () => {
  const rows = await db
    .selectFrom('messages')
    .select(['staff_id', 'kind', 'content'])
    .where('workorder_id', '=', order.id)
    .where('content', '=', noticeText)
    .orderBy('staff_id')
    .execute();
  return rows.map(({ staff_id, kind }) => `${staff_id} ${kind}`);
};
const outbound = () =>
  db.selectFrom('outbound_messages').selectAll().where('workorder_id', '=', order.id).orderBy('id').execute();

describe('a notice of an action', () => {
  test.each([
    ['agent', ['staff-zhangwei system']],
    ['previous-handler', ['staff-zhangwei system']],
    // Only supervisors of the organisation and above it: 宋佳 supervises elsewhere.
    ['supervisor', ['staff-fangning system', 'staff-sunlei system']],
    ['staff:staff-zhangwei', ['staff-zhangwei system']],
  ])('is sent to %s', async (target, expected) => {
    await handleAndDeliver(block([target]));
    expect(await receivedMessages()).toEqual(expected);
    const history = await office
      .as('liuyang')
      .done(orderMessages.list, { query: { workorderCode: order.code } });
    expect(history.rows.map(({ content, senderName }) => [content, senderName])).toEqual(
      expected.map(() => [noticeText, '刘洋']),
    );
  });

  test('replaces the content of the to-do message to the next handlers, who get one message', async () => {
    await handleAndDeliver(block(['next-handler']));
    const all = await db
      .selectFrom('messages')
      .select(['staff_id', 'content'])
      .where('workorder_id', '=', order.id)
      .where('staff_id', '=', 'staff-zhaomin')
      .execute();
    expect(all).toEqual([{ staff_id: 'staff-zhaomin', content: noticeText }]);
    expect((await receivedMessages()).every((received) => received.endsWith(' todo'))).toBe(true);
  });

  test('without receivers goes to the next handlers, also with the default text (S1 §9)', async () => {
    await handleAndDeliver(block([], { msg: '您新收到一条待办，请及时查阅处理' }));
    const received = await office.as('zhaomin').done(messages.list, { query: { unread: 'true' } });
    const todoMessages = received.rows.filter(({ workorderCode }) => workorderCode === order.code);
    expect(todoMessages.map(({ content }) => content)).toEqual(['您新收到一条待办，请及时查阅处理']);
  });

  test('is sent to the handlers of the node, including the sender', async () => {
    await handleAndDeliver(block(['current-handler']));
    expect(await receivedMessages()).toContain('staff-liuyang system');
    expect(await receivedMessages()).toContain('staff-lina system');
  });

  test('reaches the applicant by SMS from workorderSendMessageVo, without the number in the audit log', async () => {
    const workorderSendMessageVo = {
      code: 'applicant',
      content: '您的办件{办件流水号}已收件',
      bigChannelType: 10,
      bizCode: order.code,
      name: '',
      belongs: '',
    };
    await handleAndDeliver({ workorderSendMessageVo });
    const rows = await outbound();
    expect(rows.map(({ channel, content, receiver_name }) => [channel, content, receiver_name])).toEqual([
      ['10', `您的办件${order.code}已收件`, '信访人'],
    ]);
    const mobile = crypto.open(rows[0]?.receiver_sealed ?? '');
    expect(mobile).toBe(String(order.startData.start.applyer.mobile));
    const link = await db
      .selectFrom('audit_links')
      .select('detail')
      .where('object_id', '=', order.id)
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow();
    expect(link.detail).toMatchObject({ notice: { targets: ['applicant'], channels: ['10'] } });
    expect(JSON.stringify(link)).not.toContain(mobile);
  });

  test('is sent once per person and channel, also for repeated receivers and repeated requests', async () => {
    const more = block('next-handler,agent,previous-handler,staff:staff-zhangwei', {
      channelType: ['20', '10', 7],
    });
    const body = { ...(await desk.pressBody(order, 'receive', 'receive')), ...more };
    const first = await office.as('liuyang').call(handling.handle, { body, key: 'notice-once' });
    const repetition = await office.as('liuyang').call(handling.handle, { body, key: 'notice-once' });
    expect(first.status, first.text).toBe(200);
    expect(repetition.text).toBe(first.text);
    await Promise.all([deliverNotices(office.context), deliverNotices(office.context)]);
    const rows = await outbound();
    const deliveries = rows.map(({ channel, receiver_staff_id }) => `${channel} ${receiver_staff_id}`);
    expect(new Set(deliveries).size).toBe(deliveries.length);
    expect(deliveries).toEqual(
      expect.arrayContaining(['20 staff-zhangwei', '10 staff-zhangwei', '7 staff-zhangwei']),
    );
    expect((await receivedMessages()).filter((received) => received.startsWith('staff-zhangwei'))).toEqual([
      'staff-zhangwei system',
    ]);
  });

  test('is not sent when the action is refused', async () => {
    const refusal = await handle({ ...block(['agent']), buttonId: 'no-such-button' });
    expect(refusal.status).not.toBe(200);
    await deliverNotices(office.context);
    expect(await receivedMessages()).toEqual([]);
    expect(await outbound()).toEqual([]);
  });

  test('reports all problems at their fields, and nothing is done (S1 §5)', async () => {
    const problemsOf = async (more: object) => {
      const refusal = await handle(more);
      expect(refusal.status, refusal.text).toBe(400);
      return refusal.body.problems;
    };
    const list = 'message.candidateList';
    expect(await problemsOf(block(['agent'], { msg: ' ', channelType: '' }))).toEqual([
      { field: 'message.msg', message: '请输入消息内容' },
      { field: 'message.channelType', message: '请选择消息渠道' },
    ]);
    const elevenKeys = Array.from({ length: 11 }, (_, n) => `staff:staff-${n}`);
    expect(await problemsOf(block(elevenKeys))).toEqual([{ field: list, message: '最多10个通知对象' }]);
    expect(await problemsOf(block(['staff:staff-chenjing']))).toEqual([
      { field: list, message: '只能发送给参与该办件的在岗人员' },
    ]);
    expect(await problemsOf(block(['applicant']))).toEqual([
      { field: list, message: '信访人只能用短信通知，请选择短信渠道' },
    ]);
    expect(
      await problemsOf({ workorderSendMessageVo: { code: '15405712345', content: '已受理{姓名}' } }),
    ).toEqual([
      { field: 'workorderSendMessageVo.code', message: '通知对象只能是列出的对象或参与该办件的人员' },
      { field: 'workorderSendMessageVo.content', message: '占位符不存在：{姓名}' },
      { field: 'workorderSendMessageVo.bigChannelType', message: '请选择消息渠道' },
    ]);
    const unknown = await problemsOf(block(['agent'], { colour: 'red' }));
    expect(unknown?.[0]).toEqual({ field: 'message.colour', message: '不支持的参数' });
    const channel = await problemsOf(block(['agent'], { channelType: '99' }));
    expect(channel?.[0]?.field).toMatch(/^message\.channelType/);
    await deliverNotices(office.context);
    expect(await receivedMessages()).toEqual([]);
    expect((await handle({})).status).toBe(200);
  });

  test('is refused when the action has no next handler', async () => {
    await desk.press('liuyang', order, 'receive', 'receive');
    const body = await desk.pressBody(order, 'examine', 'decline');
    const press = (more: object) =>
      office.as('zhaomin').call(handling.handle, { body: { ...body, ...more } });
    const refusal = await press(block([]));
    expect(refusal.body.problems, refusal.text).toEqual([
      { field: 'message.candidateList', message: '办理后没有下一环节处理人，请选择其他通知对象' },
    ]);
    expect((await press(block(['agent']))).status).toBe(200);
    await deliverNotices(office.context);
    expect(await receivedMessages()).toEqual(['staff-zhangwei system']);
  });

  test('is refused together with an urge, which is a message itself', async () => {
    const workorderRemindInputVo = {
      title: '请尽快办理',
      content: '请抓紧',
      reason: '群众询问',
      receivers: ['staff:staff-liuyang'],
      channelType: ['20'],
    };
    const refusal = await office.as('zhangwei').call(handling.handle, {
      body: { workorderId: order.id, handlerOperation: '7', workorderRemindInputVo, ...block(['agent']) },
    });
    expect(refusal.body.problems).toEqual([
      expect.objectContaining({ message: '催办自带消息，不能同时发送通知' }),
    ]);
  });

  test('is refused for a receiver who is an operator now (0057)', async () => {
    await db
      .insertInto('staff_roles')
      .values({ staff_id: 'staff-zhangwei', role_code: 'system-admin' })
      .execute();
    const refusal = await handle(block(['agent']));
    expect(refusal.body.problems).toEqual([
      { field: 'message.candidateList', message: '没有可以通知的代办人' },
    ]);
    await db
      .deleteFrom('staff_roles')
      .where('staff_id', '=', 'staff-zhangwei')
      .where('role_code', '=', 'system-admin')
      .execute();
  });
});
