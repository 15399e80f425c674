import { describe, expect, test } from 'vitest';
import { messageSettings } from '#contract/message-settings.ts';
import { messages } from '#contract/messages.ts';
import { orderMessages } from '#contract/order-messages.ts';
import { deliverMessages } from '#server/modules/cases/messages/deliver.ts';
import { findReachablePeople } from '#server/modules/cases/messages/preferences.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import { openDesk } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';

const office = await testOffice();
const { db, crypto } = office.context;
const desk = openDesk(office);
const order = await desk.start('zhangwei', petition(1));
const applicantMobile = String(order.startData.start.applyer.mobile);
const maskedMobile = `${applicantMobile.slice(0, 3)}****${applicantMobile.slice(-4)}`;

const body = {
  code: 'applicant',
  content: '您的办件{办件流水号}已受理',
  bigChannelType: '10',
  bizCode: order.code,
  name: '受理告知',
  belongs: 'workorder',
};
/** Refusals: 404 for people who may not learn of the order, 403 for people who may only read it. */
const strangers = { chenjing: 404, dengtao: 404, tianye: 403, yuanyuan: 403 };

const outbound = () => db.selectFrom('outbound_messages').selectAll().orderBy('id').execute();
const simulatorMessages = () =>
  db.selectFrom('gateway_twin_messages').selectAll().orderBy('received_at').execute();

describeCalls(office, orderMessages, {
  choices: {
    caller: 'zhangwei',
    request: { params: { workorderCode: order.code } },
    refusedFor: strangers,
    checkAnswer: ({ canSend, title, applicantWord, channels, contents, targets }) => {
      expect({ canSend, title, applicantWord }).toEqual({
        canSend: true,
        title: expect.stringMatching(/./),
        applicantWord: '信访人',
      });
      expect(channels.map(({ channel, isTwin: isSimulator }) => [channel, isSimulator])).toEqual([
        ['10', true],
        ['20', false],
        ['7', true],
      ]);
      expect(contents[0]).toMatchObject({ name: '受理告知' });
      expect(contents[0]?.content).toContain(`您的办件${order.code}已受理`);
      expect(targets[0]).toMatchObject({ value: 'applicant', mobile: maskedMobile, channels: ['10'] });
      expect(targets).toContainEqual(
        expect.objectContaining({ value: 'staff:staff-liuyang', part: '当前环节处理人' }),
      );
      expect(JSON.stringify(targets)).not.toContain(applicantMobile);
    },
  },
  send: {
    caller: 'zhangwei',
    request: { body },
    refusedFor: { ...strangers, wujianguo: 403 },
    invalidInputs: [
      {
        makeInvalid: () => ({ body: { ...body, code: '', content: ' ', bigChannelType: '' } }),
        expectedProblems: [
          ['code', '请输入发送对象手机号'],
          ['content', '请输入消息内容'],
          ['bigChannelType', '请选择消息渠道'],
        ],
      },
      {
        makeInvalid: () => ({ body: { ...body, code: '1234,applicant', content: '{姓名}您好' } }),
        expectedProblems: [
          ['code', '请校验填写的全部手机号是否正确'],
          ['content', '占位符不存在：{姓名}'],
        ],
      },
      {
        makeInvalid: () => ({ body: { ...body, code: '', content: ' ' } }),
        expectedProblems: [
          ['code', '请输入发送对象手机号'],
          ['content', '请填写短信内容'],
        ],
      },
      {
        makeInvalid: () => ({
          body: { ...body, code: Array.from({ length: 11 }, (_, n) => 15405711000 + n).join() },
        }),
        expectedProblems: [['code', '最多10个手机号']],
      },
      {
        makeInvalid: () => ({ body: { ...body, code: 'staff:staff-chenjing' } }),
        expectedProblems: [['code', '只能发送给参与该办件的在岗人员']],
      },
      {
        makeInvalid: () => ({ body: { ...body, bigChannelType: '20' } }),
        expectedProblems: [['code', '该渠道只能发送给工作人员，请选择接收人员']],
      },
    ],
    checkAnswer: async ({ sent }) => {
      expect(sent).toBe(1);
      const [row] = await outbound();
      expect(row).toMatchObject({
        state: 'waiting',
        content: `您的办件${order.code}已受理`,
        belongs: 'workorder',
        sent_by: 'staff-zhangwei',
      });
      expect(crypto.open(row?.receiver_sealed ?? '')).toBe(applicantMobile);
      await deliverMessages(office.context);
      expect((await simulatorMessages()).map(({ content }) => content)).toEqual([
        `您的办件${order.code}已受理`,
      ]);
      const link = await db
        .selectFrom('audit_links')
        .select(['action', 'detail'])
        .where('object_id', '=', order.id)
        .orderBy('seq', 'desc')
        .executeTakeFirstOrThrow();
      expect(link).toMatchObject({
        action: 'work-order.send-message',
        detail: { channel: '10', receivers: [{ name: '信访人', phone: maskedMobile }] },
      });
      expect(JSON.stringify(link)).not.toContain(applicantMobile);
    },
  },
  list: {
    caller: 'liuyang',
    request: { query: { workorderCode: order.code, page: '1', size: '100', proInsId: order.id } },
    refusedFor: strangers,
    checkAnswer: ({ rows, total }) => {
      expect(total).toBe(1);
      expect(rows[0]).toMatchObject({
        phone: maskedMobile,
        receiverName: '信访人',
        bigChannelType: '10',
        senderName: '张伟',
        state: 'accepted',
        stateLabel: '已发送',
      });
      expect(JSON.stringify(rows)).not.toContain(applicantMobile);
    },
  },
});

describe('a message of an order', () => {
  test('is sent once for one key, and without a key once within minutes', async () => {
    const before = (await outbound()).length;
    const request = { body: { ...body, content: '只发一次' } };
    const first = await office.as('zhangwei').call(orderMessages.send, { ...request, key: 'one-sending' });
    const again = await office.as('zhangwei').call(orderMessages.send, { ...request, key: 'one-sending' });
    expect(again.text).toBe(first.text);
    expect((await outbound()).length).toBe(before + 1);
    await office.as('zhangwei').done(orderMessages.send, { ...request, key: null });
    await office.as('zhangwei').done(orderMessages.send, { ...request, key: null });
    expect((await outbound()).length).toBe(before + 2);
  });

  test('by the in-portal channel reaches a colleague with a link to the order', async () => {
    office.clock.forward(60_000);
    const requestBody = { ...body, code: 'staff:staff-liuyang', content: '请先看附件', bigChannelType: '20' };
    await office.as('zhangwei').done(orderMessages.send, { body: requestBody });
    const { rows } = await office.as('liuyang').done(messages.list);
    expect(rows[0]).toMatchObject({ content: '请先看附件', workorderCode: order.code, kind: 'system' });
    const listed = await office
      .as('liuyang')
      .done(orderMessages.list, { query: { workorderCode: order.code } });
    expect(listed.rows[0]).toMatchObject({ phone: '', receiverName: '刘洋', state: 'accepted' });
  });

  test('to an applicant without a mobile number is refused with a clear message', async () => {
    const orderWithLandline = await desk.start('zhangwei', petition(2));
    await db
      .updateTable('work_order_applicants')
      .set({ mobile_sealed: crypto.seal('0571-64810000') })
      .where('workorder_id', '=', orderWithLandline.id)
      .execute();
    const answer = await office
      .as('zhangwei')
      .call(orderMessages.send, { body: { ...body, bizCode: orderWithLandline.code } });
    expect(answer.body.problems).toEqual([{ field: 'code', message: '信访人没有登记手机号，不能发送短信' }]);
  });

  test('waits for the end of the quiet hours of a colleague, but not of an applicant', async () => {
    await office.as('liuyang').done(messageSettings.save, {
      body: { events: [], quietFrom: '09:30', quietUntil: '12:00' },
    });
    await office.as('zhangwei').done(orderMessages.send, {
      body: { ...body, code: 'staff:staff-liuyang,applicant', content: '午前勿扰' },
    });
    const due = (await outbound()).slice(-2).map(({ due_at }) => due_at.toISOString());
    const noon = '2026-03-02T04:00:00.000Z';
    expect(due.filter((at) => at === noon)).toHaveLength(1);
    expect(due.filter((at) => at < noon)).toHaveLength(1);
  });

  test('without a key is sent once across a ten-minute boundary, too', async () => {
    const request = { body: { ...body, content: '跨越时段' }, key: null };
    const span = 600_000;
    const now = office.clock.now.getTime();
    office.clock.forward(span - (now % span) - 1000);
    const before = (await outbound()).length;
    const first = await office.as('zhangwei').call(orderMessages.send, request);
    office.clock.forward(2000);
    const again = await office.as('zhangwei').call(orderMessages.send, request);
    expect(again.text).toBe(first.text);
    expect((await outbound()).length).toBe(before + 1);
  });

  test('to the same number named twice is sent once', async () => {
    const before = (await outbound()).length;
    const requestBody = { ...body, code: `${applicantMobile},applicant`, content: '同一号码' };
    expect(await office.as('zhangwei').done(orderMessages.send, { body: requestBody })).toEqual({ sent: 1 });
    const rows = (await outbound()).slice(before);
    expect(rows.map(({ receiver_name }) => receiver_name)).toEqual(['信访人']);
  });

  test('that is repeated with the same key counts once in the hourly limit', async () => {
    office.clock.forward(3_600_000);
    const request = { body: { ...body, content: '不重复计数' }, key: 'counted-once' };
    for (let times = 0; times < 3; times += 1) await office.as('zhangwei').done(orderMessages.send, request);
    const bucket = await db
      .selectFrom('rate_limits')
      .select('hits')
      .where('bucket', '=', 'message:send:staff-zhangwei')
      .executeTakeFirstOrThrow();
    expect(bucket.hits).toBe(1);
  });

  test('waits during quiet hours that were set later, also when it is resent', async () => {
    await deliverMessages(office.context);
    await office.as('liuyang').done(messageSettings.save, {
      body: { events: [], quietFrom: null, quietUntil: null },
    });
    await office.as('zhangwei').done(orderMessages.send, {
      body: { ...body, code: 'staff:staff-liuyang', content: '稍后再发' },
    });
    const now = office.clock.now.getTime() + 8 * 3_600_000;
    const timeOf = (ms: number) => new Date(ms).toISOString().slice(11, 16);
    await office.as('liuyang').done(messageSettings.save, {
      body: { events: [], quietFrom: timeOf(now - 3_600_000), quietUntil: timeOf(now + 3_600_000) },
    });
    const before = (await simulatorMessages()).length;
    const findRow = async () => (await outbound()).find(({ content }) => content === '稍后再发');
    await deliverMessages(office.context);
    expect((await simulatorMessages()).length).toBe(before);
    expect(await findRow()).toMatchObject({ state: 'waiting', tries: 0 });
    // Sent again by the operator: due at once, but still in the quiet hours.
    await db
      .updateTable('outbound_messages')
      .set({ due_at: office.clock.now })
      .where('content', '=', '稍后再发')
      .execute();
    await deliverMessages(office.context);
    expect((await simulatorMessages()).length).toBe(before);
    office.clock.forward(3_700_000);
    await deliverMessages(office.context);
    // An earlier one may arrive at the same time.
    expect((await simulatorMessages()).map(({ content }) => content)).toContain('稍后再发');
  });

  test('is refused for a receiver who is an operator now', async () => {
    await db
      .insertInto('staff_roles')
      .values({ staff_id: 'staff-liuyang', role_code: 'system-admin' })
      .execute();
    const reachable = await findReachablePeople(office.context, ['staff-liuyang', 'staff-zhangwei']);
    expect(reachable.map(({ staffId }) => staffId)).toEqual(['staff-zhangwei']);
    const answer = await office
      .as('zhangwei')
      .call(orderMessages.send, { body: { ...body, code: 'staff:staff-liuyang' } });
    expect(answer.body.problems).toEqual([{ field: 'code', message: '只能发送给参与该办件的在岗人员' }]);
    await db
      .deleteFrom('staff_roles')
      .where('staff_id', '=', 'staff-liuyang')
      .where('role_code', '=', 'system-admin')
      .execute();
  });
});
