import { beforeEach, describe, expect, test } from 'vitest';
import { messageChannels } from '#contract/message-channels.ts';
import { messageSettings } from '#contract/message-settings.ts';
import { messageTemplates } from '#contract/message-templates.ts';
import { messages } from '#contract/messages.ts';
import { defaultContents } from '#domain/messages/default-contents.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { deliverNotices } from '#server/modules/cases/handling/service.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import { openDesk } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';
import { deliverMessages } from './deliver.ts';
import { textsOf } from './message-texts.ts';
import { queueOutboundMessages } from './outbound.ts';
import { sendMessages } from './service.ts';

const office = await testOffice();
const { context } = office;
const { db } = context;
const desk = openDesk(office);
const settings = { events: [{ event: 'todo', channels: ['10'] }], quietFrom: '22:00', quietUntil: '07:30' };

describeCalls(office, messageSettings, {
  mine: {
    caller: 'liuyang',
    request: {},
    refusedFor: {},
    checkAnswer: ({ mobile, channels, events, quietFrom }) => {
      expect(mobile).toMatch(/^\d{3}\*{4}\d{4}$/);
      expect(channels.map(({ isOpen, isTwin: isSimulator }) => [isOpen, isSimulator])).toEqual([
        [true, true],
        [true, true],
      ]);
      expect(events.map(({ event, channels }) => [event, channels])).toContainEqual(['todo', []]);
      expect(quietFrom).toBeNull();
    },
  },
  save: {
    caller: 'liuyang',
    request: { body: settings },
    refusedFor: {},
    invalidInputs: [
      {
        makeInvalid: () => ({ body: { ...settings, quietFrom: '25:00', quietUntil: null } }),
        expectedProblems: [
          ['quietFrom', '请选择开始时间'],
          ['quietUntil', '请选择结束时间'],
        ],
      },
      {
        makeInvalid: () => ({ body: { ...settings, quietUntil: '22:00' } }),
        expectedProblems: [['quietUntil', '结束时间不能与开始时间相同']],
      },
    ],
    checkAnswer: async () => {
      const savedSettings = await office.as('liuyang').done(messageSettings.mine);
      expect(savedSettings).toMatchObject({ quietFrom: '22:00', quietUntil: '07:30' });
      expect(savedSettings.events).toContainEqual({ event: 'todo', label: '新的待办', channels: ['10'] });
    },
  },
});

const notConfiguring = { zhangwei: 403, tianye: 403, dongmei: 403, yuanyuan: 403 };

describeCalls(office, messageTemplates, {
  list: {
    caller: 'xiaohan',
    request: {},
    refusedFor: notConfiguring,
    checkAnswer: ({ events, picked }) => {
      expect(events).toContainEqual(
        expect.objectContaining({
          event: 'todo',
          channel: '10',
          content: '您新收到一条待办，请及时查阅处理',
          isDefault: true,
        }),
      );
      expect(picked.map(({ name }) => name)).toContain('受理告知');
    },
  },
  saveEvent: {
    caller: 'xiaohan',
    request: { body: { event: 'todo', channel: '10', content: '待办{办件流水号}，{机构名称}转来' } },
    refusedFor: notConfiguring,
    invalidInputs: [
      {
        makeInvalid: () => ({ body: { event: 'todo', channel: '10', content: '{办件人}您好' } }),
        expectedProblems: [['content', '占位符不存在：{办件人}']],
      },
      {
        makeInvalid: () => ({ body: { event: 'todo', channel: '10', content: '' } }),
        expectedProblems: [['content', '请输入消息内容']],
      },
      {
        makeInvalid: () => ({ body: { event: 'urged', channel: '20', content: '请办' } }),
        expectedProblems: [['channel', '该事件的站内消息有自己的内容，不使用模板']],
      },
    ],
    checkAnswer: async () => {
      const { events } = await office.as('xiaohan').done(messageTemplates.list);
      const own = events.filter(({ isDefault }) => !isDefault);
      expect(own).toMatchObject([{ event: 'todo', channel: '10', updatedByName: '肖涵' }]);
    },
  },
  savePreset: {
    caller: 'xiaohan',
    request: { body: { name: '缴费提醒', content: '请尽快办理{办件流水号}', sort: 9 } },
    refusedFor: notConfiguring,
    invalidInputs: [
      {
        makeInvalid: () => ({ body: { name: '', content: 'x'.repeat(501), sort: 1 } }),
        expectedProblems: [
          ['name', '请输入名称'],
          ['content', '消息内容不能超过500个字符'],
        ],
      },
    ],
    checkAnswer: async ({ id }) => {
      await office.as('xiaohan').done(messageTemplates.savePreset, {
        body: { id, name: '缴费提醒', content: '改过', sort: 9 },
      });
      const { picked } = await office.as('xiaohan').done(messageTemplates.list);
      expect(picked.at(-1)).toMatchObject({ id, content: '改过' });
    },
  },
  removePreset: {
    caller: 'xiaohan',
    request: { params: { id: 'picked-2' } },
    refusedFor: notConfiguring,
    checkAnswer: ({ deleted }) => expect(deleted).toBe(1),
  },
});

describe('messages by personal settings and templates', () => {
  beforeEach(async () => {
    await db.deleteFrom('outbound_messages').execute();
  });

  test('are sent once by SMS with the configured text, only to the person who enabled SMS', async () => {
    const order = await desk.start('zhangwei', petition(1));
    await deliverNotices(context);
    await deliverNotices(context);
    const rows = await db.selectFrom('outbound_messages').selectAll().execute();
    expect(rows.map(({ receiver_staff_id }) => receiver_staff_id)).toEqual(['staff-liuyang']);
    expect(rows[0]).toMatchObject({
      channel: '10',
      event: 'todo',
      content: `待办${order.code}，淳安县信访局转来`,
      workorder_code: order.code,
    });
  });

  test('wait at night until the end of the quiet hours', async () => {
    const previousTime = office.clock.now;
    office.clock.now = new Date('2026-03-02T15:00:00.000Z');
    await desk.start('zhangwei', petition(3));
    await deliverNotices(context);
    const [row] = await db.selectFrom('outbound_messages').selectAll().execute();
    expect(row?.due_at.toISOString()).toBe('2026-03-02T23:30:00.000Z');
    office.clock.now = previousTime;
  });

  test('stay in the portal for a person without a mobile number, and the settings show that', async () => {
    await db.updateTable('staff').set({ mobile_sealed: null }).where('account', '=', 'liuyang').execute();
    await desk.start('zhangwei', petition(4));
    await deliverNotices(context);
    expect(await db.selectFrom('outbound_messages').selectAll().execute()).toEqual([]);
    expect((await office.as('liuyang').done(messageSettings.mine)).mobile).toBeNull();
    expect((await office.as('liuyang').done(messages.list)).rows.length).toBeGreaterThan(0);
  });

  test('use the configured text in the portal, too', async () => {
    await office.as('xiaohan').done(messageTemplates.saveEvent, {
      body: { event: 'todo', channel: '20', content: '请办{办件流水号}' },
    });
    const order = await desk.start('zhangwei', petition(5));
    await deliverNotices(context);
    const { rows } = await office.as('lina').done(messages.list);
    expect(rows.map(({ content }) => content)).toContain(`请办${order.code}`);
    await office.as('xiaohan').done(messageTemplates.saveEvent, {
      body: { event: 'todo', channel: '20', content: null },
    });
  });
});

test('a message template can be saved repeatedly', async () => {
  const editor = office.as('xiaohan');
  // PostgreSQL plans a frequent statement once for all values, and such a plan did not use the index of
  // events.
  for (let times = 0; times < 30; times += 1) {
    const content = `第${times}稿{办件流水号}`;
    await editor.done(messageTemplates.saveEvent, { body: { event: 'todo', channel: '20', content } });
  }
});

test('the message about an ended order uses the default text with the order number', async () => {
  const [message] = [
    { staffId: 'staff-zhangwei', kind: 'ended', title: '办件已办结', content: defaultContents.ended },
  ];
  const order = await desk.start('zhangwei', petition(6));
  await inTransaction(db, (tx) => sendMessages(tx, context, [{ ...message, workorder: order }]));
  const { rows } = await office.as('zhangwei').done(messages.list);
  expect(rows.map(({ content }) => content)).toContain(`您发起的办件 ${order.code} 已办结。`);
});

test('outbound texts leave out what people wrote about an order, and in-portal messages contain it', async () => {
  const order = await desk.start('zhangwei', petition(7));
  const texts = await textsOf(db as never, context, [
    { event: 'system', channel: '20', content: '当事人已到场', workorder: order },
    { event: 'system', channel: '10', content: '当事人已到场', workorder: order },
    { event: 'system', channel: '10', content: '今晚维护' },
  ]);
  expect(texts).toEqual(['当事人已到场', '您有一条办件消息，请登录办件通查阅', '今晚维护']);
});

async function insertOutbound(
  cause: string,
  state: 'dead' | 'unknown' | 'waiting' = 'waiting',
): Promise<string> {
  await inTransaction(db, (tx) =>
    queueOutboundMessages(tx, context, [
      {
        cause,
        channel: '10',
        event: 'todo',
        content: '办件内容不给运维看',
        receiver: { name: '刘洋', mobile: '15405711037' },
        dueAt: office.clock.now,
      },
    ]),
  );
  const { id } = await db
    .updateTable('outbound_messages')
    .set({ state, ...(state !== 'waiting' && { fault: 'isv.AMOUNT_NOT_ENOUGH', gateway: 'aliyun-sms' }) })
    .where('cause', '=', cause)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
const stateOf = async (id: string) =>
  (await db.selectFrom('outbound_messages').select('state').where('id', '=', id).executeTakeFirstOrThrow())
    .state;

const notOperating = {
  zhangwei: 403,
  wujianguo: 403,
  shenjie: 403,
  xiaohan: 403,
  dongmei: 403,
  yuanyuan: 403,
};

describeCalls(office, messageChannels, {
  status: {
    caller: 'tianye',
    request: {},
    refusedFor: notOperating,
    checkAnswer: ({ channels }) =>
      expect(channels[0]).toMatchObject({ channel: '10', gateway: '演示渠道', isTwin: true, isOpen: true }),
  },
  list: {
    caller: 'tianye',
    request: async () => {
      await insertOutbound('list', 'dead');
      return { query: { state: 'dead', channel: '10' } };
    },
    refusedFor: notOperating,
    invalidInputs: [
      { makeInvalid: () => ({ query: { state: 'lost' } }), expectedProblems: [['state', '不是可选的值']] },
    ],
    checkAnswer: ({ rows }) => {
      expect(rows[0]).toMatchObject({
        phone: '154****1037',
        stateLabel: '发送失败',
        fault: 'isv.AMOUNT_NOT_ENOUGH',
        can: ['resend'],
      });
      expect(JSON.stringify(rows)).not.toContain('办件内容');
    },
  },
  simulatorMessages: {
    caller: 'tianye',
    request: async () => {
      await insertOutbound('twin');
      await deliverMessages(context);
      return {};
    },
    refusedFor: notOperating,
    checkAnswer: ({ rows, total }) => {
      expect(total).toBeGreaterThan(0);
      expect(rows[0]).toMatchObject({ phone: '154****1037', content: '办件内容不给运维看' });
    },
  },
  resend: {
    caller: 'tianye',
    request: async () => ({ params: { id: await insertOutbound(`resend-${Math.random()}`, 'dead') } }),
    refusedFor: notOperating,
    checkAnswer: async (_answer, request) => expect(await stateOf(request.params?.id ?? '')).toBe('waiting'),
  },
  confirm: {
    caller: 'tianye',
    request: async () => ({ params: { id: await insertOutbound(`confirm-${Math.random()}`, 'unknown') } }),
    refusedFor: notOperating,
    checkAnswer: async (_answer, request) => expect(await stateOf(request.params?.id ?? '')).toBe('accepted'),
  },
  resendAll: {
    caller: 'tianye',
    request: async () => {
      await insertOutbound(`all-${Math.random()}`, 'dead');
      return { body: { channel: '10' } };
    },
    refusedFor: notOperating,
    checkAnswer: ({ resent }) => expect(resent).toBeGreaterThan(0),
  },
});

describe('an outbound message', () => {
  test('that is waiting cannot be resent or confirmed by the operator', async () => {
    const id = await insertOutbound('on-its-way');
    const operator = office.as('tianye');
    for (const endpoint of [messageChannels.resend, messageChannels.confirm]) {
      const { body } = await operator.call(endpoint, { params: { id } });
      expect(body).toMatchObject({ errcode: 40932, errmsg: '该消息当前不能进行此操作' });
    }
    expect((await operator.call(messageChannels.resend, { params: { id: 'nothing' } })).body.errcode).toBe(
      404,
    );
  });
});
