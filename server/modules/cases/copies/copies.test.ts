import { afterAll, describe, expect, test, vi } from 'vitest';
import { copies } from '#contract/copies.ts';
import { handling } from '#contract/handling.ts';
import { messages } from '#contract/messages.ts';
import { workOrders } from '#contract/work-orders.ts';
import { deliverNotices } from '#server/modules/cases/handling/service.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { describeCalls, invalidInput } from '#test/world/call-tests.ts';
import { openDesk, type StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { recordStatements } from '#test/world/sent-statements.ts';
import { petition } from '#test/world/start-data.ts';

const office = await testOffice();
const { context } = office;
const { db } = context;
const desk = openDesk(office);
let lastNumber = 0;

afterAll(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

const body = async (order: StartedOrder, receivers: string[], reason = '') => ({
  traceId: await desk.traceAt(order, 'receive'),
  receivers,
  reason,
});

/** Returns a new petition that Liuyang copied to the given people and posts. */
async function sendCopy(receivers: string[], reason = '请知悉'): Promise<StartedOrder> {
  const order = await desk.start('zhangwei', petition(++lastNumber));
  office.clock.forward(60_000);
  await office.as('liuyang').done(copies.copy, { body: await body(order, receivers, reason) });
  return order;
}

/** A person of another office, who neither oversees nor participates in petitions. */
const reader = 'staff:staff-chenjing';
const sentOrder = await sendCopy([reader]);
const traceId = `${sentOrder.id}.r1`;
const strangers = { dengtao: 404, tianye: 403 };

describeCalls(office, copies, {
  copy: {
    caller: 'liuyang',
    request: async () => {
      const order = await desk.start('zhangwei', petition(++lastNumber));
      return {
        body: {
          traceId: await desk.traceAt(order, 'receive'),
          receivers: ['staff:staff-wujianguo', 'role:supervisor'],
          reason: '请知悉',
        },
      };
    },
    refusedFor: { chenjing: 404, wujianguo: 40310, yuanyuan: 403 },
    invalidInputs: [
      invalidInput(
        { body: { traceId: 'y', receivers: '甲', reason: 5 } },
        ['traceId', '轨迹标识不正确'],
        ['receivers', '格式不正确'],
        ['reason', '格式不正确'],
      ),
      {
        makeInvalid: ({ body }) => ({ body: { ...(body as object), receivers: [] } }),
        expectedProblems: [['receivers', '请配置抄送人']],
      },
      {
        makeInvalid: ({ body }) => ({
          body: {
            ...(body as object),
            receivers: ['staff:nobody', 'staff:staff-jiangtao', 'staff:staff-tianye', 'staff:staff-liuyang'],
            reason: '长'.repeat(201),
          },
        }),
        expectedProblems: [
          ['receivers', '“staff:nobody”不是有效的处理人'],
          ['receivers', '“蒋涛”已停用或无人在岗，不能抄送'],
          ['receivers', '“田野”没有查阅办件的权限，不能抄送'],
          ['receivers', '不能抄送给自己'],
          ['reason', '抄送原因不能超过200个字符'],
        ],
      },
    ],
    checkAnswer: async (result) => {
      expect(result).toMatchObject({ status: 2, message: '抄送成功', nextNodeNames: [] });
      const rows = await db
        .selectFrom('work_order_copies')
        .select(['number', 'key'])
        .where('workorder_id', '=', result.workorderId)
        .orderBy('key')
        .execute();
      expect(rows).toEqual([
        { number: 1, key: 'role:supervisor' },
        { number: 1, key: 'staff:staff-wujianguo' },
      ]);
    },
  },
  page: {
    caller: 'chenjing',
    request: {},
    refusedFor: { tianye: 403, xiaohan: 403 },
    checkAnswer: ({ rows, total }) => {
      expect(total).toBe(1);
      expect(rows[0]).toMatchObject({
        code: sentOrder.code,
        traceId,
        readAt: null,
        note: '请知悉',
        byName: '刘洋',
      });
      // The applicant's name is masked, as in every list.
      expect(rows[0]?.applicantName).toMatch(/^\*+.$/);
    },
  },
  unreadCount: {
    caller: 'chenjing',
    request: {},
    refusedFor: { tianye: 403 },
    checkAnswer: ({ count }) => expect(count).toBe(1),
  },
  markRead: {
    caller: 'chenjing',
    request: { body: { traceId } },
    // Liuyang participates in the order, but this copy is not his.
    refusedFor: { ...strangers, liuyang: 404 },
    invalidInputs: [invalidInput({ body: { traceId: `${sentOrder.id}.1` } }, ['traceId', '轨迹标识不正确'])],
    checkAnswer: async ({ readAt }) => {
      office.clock.forward(60_000);
      const secondAnswer = await office.as('chenjing').done(copies.markRead, { body: { traceId } });
      expect(secondAnswer).toEqual({ readAt });
      expect((await office.as('chenjing').done(copies.unreadCount, {})).count).toBe(0);
    },
  },
  readers: {
    caller: 'liuyang',
    request: { params: { workorderCode: sentOrder.code } },
    refusedFor: strangers,
    checkAnswer: ({ rows }) => {
      expect(rows).toMatchObject([
        {
          traceId,
          handlerName: '刘洋',
          note: '请知悉',
          receivers: [{ candidateCode: reader, candidateName: '陈静', peopleCount: 1 }],
          readCount: 1,
        },
      ]);
      expect(rows[0]?.receivers[0]?.people[0]?.readAt).not.toBeNull();
    },
  },
  leaveNote: {
    caller: 'chenjing',
    request: { params: { workorderCode: sentOrder.code }, body: { note: '已阅，无意见' } },
    refusedFor: { ...strangers, liuyang: 40310 },
    invalidInputs: [
      {
        makeInvalid: (validRequest) => ({ ...validRequest, body: { note: ' ' } }),
        expectedProblems: [['note', '请填写阅办意见']],
      },
    ],
    checkAnswer: async (result) => {
      expect(result).toMatchObject({ message: '阅办意见已提交' });
      const { rows } = await office
        .as('chenjing')
        .done(workOrders.traces, { params: { workorderCode: sentOrder.code } });
      expect(rows.find(({ actName }) => actName === '阅办意见')).toMatchObject({
        handlerName: '陈静',
        handlerOpinion: '已阅，无意见',
        handlerOperation: null,
        flowNodeId: null,
      });
    },
  },
});

describe('a copy of an order', () => {
  test('lets its reader read the order but not act on it, and gives others no access', async () => {
    const order = await sendCopy([reader]);
    const openPage = (person: string) =>
      office.as(person).call(workOrders.detailPage, { params: { workorderCode: order.code } });
    expect((await openPage('dengtao')).status).toBe(404);
    const page = await office
      .as('chenjing')
      .done(workOrders.detailPage, { params: { workorderCode: order.code } });
    expect(page).toMatchObject({
      task: null,
      offers: [],
      copy: { traceId: `${order.id}.r1`, handlerName: '刘洋', note: '请知悉', read: false, mayNote: true },
      can: { handle: false, copy: false, urge: false },
    });
    expect(page.applicant?.name).toMatch(/\*/);
    const authorities = page.forms.flatMap(({ authority }) => Object.values(authority));
    expect(authorities.filter((authority) => authority === 2)).toEqual([]);
    const press = await desk.pressBody(order, 'receive', 'receive');
    expect((await office.as('chenjing').call(handling.handle, { body: press })).body.errcode).toBe(40310);
    const request = { body: await body(order, ['staff:staff-dengtao']) };
    expect((await office.as('chenjing').call(copies.copy, request)).body.errcode).toBe(40310);
  });

  test('leaves the order at its node and adds one trace row, one audit record and one message per reader', async () => {
    const order = await sendCopy([reader, 'staff:staff-wujianguo']);
    await deliverNotices(context);
    const { rows } = await office
      .as('liuyang')
      .done(workOrders.traces, { params: { workorderCode: order.code } });
    expect(rows.filter(({ flowNodeId }) => flowNodeId === null)).toMatchObject([
      {
        id: `${order.id}.r1`,
        actName: '抄送',
        handlerOperation: null,
        handlerName: '刘洋',
        handlerOpinion: '请知悉',
        receiverNames: ['陈静', '吴建国'],
      },
    ]);
    for (const person of ['chenjing', 'wujianguo']) {
      const answer = await office.as(person).done(messages.list, { query: { unread: 'true' } });
      const received = answer.rows.filter(({ workorderCode }) => workorderCode === order.code);
      expect(received).toMatchObject([{ kind: 'copied', content: expect.stringContaining('请查阅') }]);
    }
    const links = await db
      .selectFrom('audit_links')
      .select('action')
      .where('object_id', '=', order.id)
      .where('action', '=', 'work-order.copy')
      .execute();
    expect(links).toHaveLength(1);
  });

  test('is made once for concurrent calls to the same person and for a repeated key', async () => {
    const order = await desk.start('zhangwei', petition(++lastNumber));
    const request = { body: await body(order, [reader]) };
    const responses = await Promise.all([
      office.as('liuyang').call(copies.copy, request),
      office.as('lina').call(copies.copy, request),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(responses.flatMap(({ body: { problems = [] } }) => problems)).toEqual([
      { field: 'receivers', message: '所选对象均已收到该办件的抄送' },
    ]);
    const withKey = { body: await body(order, ['staff:staff-dengtao']), key: 'copy-once-for-this-key' };
    const first = await office.as('liuyang').call(copies.copy, withKey);
    const second = await office.as('liuyang').call(copies.copy, withKey);
    expect(second.text).toBe(first.text);
    const rows = await db
      .selectFrom('work_order_copies')
      .select('key')
      .where('workorder_id', '=', order.id)
      .execute();
    expect(rows.map(({ key }) => key).sort()).toEqual([reader, 'staff:staff-dengtao'].sort());
  });

  test('to a post gives access to the people who have the post now', async () => {
    const order = await sendCopy(['position:permit-examiner']);
    const statusFor = async (person: string) =>
      (await office.as(person).call(workOrders.info, { params: { workorderCode: order.code } })).status;
    const [holder] = await db
      .selectFrom('staff_positions as p')
      .innerJoin('staff as s', 's.id', 'p.staff_id')
      .select(['s.id', 's.account'])
      .where('p.position_id', '=', 'permit-examiner')
      .execute();
    if (!holder) throw new Error('Nobody examines permits');
    expect(await statusFor(holder.account)).toBe(200);
    expect(await statusFor('chenjing')).toBe(404);
    const [post] = await db
      .deleteFrom('staff_positions')
      .where('staff_id', '=', holder.id)
      .where('position_id', '=', 'permit-examiner')
      .returningAll()
      .execute();
    const successor = { staff_id: 'staff-chenjing', position_id: 'permit-examiner' };
    await db.insertInto('staff_positions').values(successor).execute();
    expect([await statusFor(holder.account), await statusFor('chenjing')]).toEqual([404, 200]);
    await db
      .deleteFrom('staff_positions')
      .where('staff_id', '=', 'staff-chenjing')
      .where('position_id', '=', 'permit-examiner')
      .execute();
    if (post) await db.insertInto('staff_positions').values(post).execute();
  });

  test('shows readers only their own row in the list of readers', async () => {
    const order = await sendCopy([reader, 'staff:staff-dengtao', 'role:leader']);
    const { rows } = await office
      .as('dengtao')
      .done(copies.readers, { params: { workorderCode: order.code } });
    expect(rows.map(({ receivers }) => receivers.map(({ candidateCode }) => candidateCode))).toEqual([
      ['staff:staff-dengtao'],
    ]);
    const all = await office.as('zhangwei').done(copies.readers, { params: { workorderCode: order.code } });
    expect(all.rows[0]?.receivers).toHaveLength(3);
    expect(
      all.rows[0]?.receivers.find(({ candidateCode }) => candidateCode === 'role:leader')?.peopleCount,
    ).toBeGreaterThan(3);
  });

  test('hides from its reader the same form fields as from its sender', async () => {
    const order = await desk.start('zhangwei', petition(++lastNumber));
    const ownForms = await office.as('liuyang').done(workOrders.forms, { params: { workorderId: order.id } });
    await office.as('liuyang').done(copies.copy, { body: await body(order, [reader]) });
    const forms = await office.as('chenjing').done(workOrders.forms, { params: { workorderId: order.id } });
    const keysOf = (rows: typeof ownForms.rows) =>
      rows.map(({ content }) => Object.keys(JSON.parse(content) as object).sort());
    expect(keysOf(forms.rows)).toEqual(keysOf(ownForms.rows));
  });
});

describe('抄送我的', () => {
  test('marks the earlier copies of an order as read together with the newest copy', async () => {
    const countUnread = async () => (await office.as('wujianguo').done(copies.unreadCount, {})).count;
    const before = await countUnread();
    const order = await sendCopy(['staff:staff-wujianguo']);
    const copyBody = await body(order, ['role:leader']);
    await office.as('liuyang').done(copies.copy, { body: copyBody });
    expect(await countUnread()).toBe(before + 2);
    const page = await office
      .as('wujianguo')
      .done(workOrders.detailPage, { params: { workorderCode: order.code } });
    await office.as('wujianguo').done(copies.markRead, { body: { traceId: page.copy?.traceId } });
    expect(await countUnread()).toBe(before);
  });

  test('sorts unread copies first, then the newest, and filters by read state', async () => {
    const receivers = ['staff:staff-huangxiaomei'];
    const orders = [await sendCopy(receivers), await sendCopy(receivers)];
    const page = () => office.as('huangxiaomei').done(copies.page, { query: { size: '50' } });
    const before = await page();
    const [newest] = before.rows;
    expect(newest?.code).toBe(orders[1]?.code);
    await office.as('huangxiaomei').done(copies.markRead, { body: { traceId: newest?.traceId } });
    const after = await page();
    expect(after.rows[0]).toMatchObject({ code: orders[0]?.code, readAt: null });
    expect(after.rows.at(-1)?.code).toBe(orders[1]?.code);
    const unread = await office.as('huangxiaomei').done(copies.page, { query: { unread: 'true' } });
    expect(unread.total).toBe(after.total - 1);
    const read = await office.as('huangxiaomei').done(copies.page, { query: { unread: 'false' } });
    expect(read.rows.map(({ code }) => code)).toEqual([orders[1]?.code]);
    const found = await office
      .as('huangxiaomei')
      .done(copies.page, { query: { keyword: orders[0]?.code ?? '' } });
    expect(found.total).toBe(1);
  });

  test('lists a copy sent to two groups of one person once, and not to its sender', async () => {
    const order = await desk.start('zhangwei', petition(++lastNumber));
    const request = await body(order, ['role:handler', 'group:petition-receivers']);
    await office.as('lina').done(copies.copy, { body: request });
    const rowsOf = async (person: string) =>
      (await office.as(person).done(copies.page, { query: { keyword: order.code } })).total;
    expect([await rowsOf('liuyang'), await rowsOf('lina')]).toEqual([1, 0]);
  });
});

test('a copy to two hundred people needs about as many statements as a copy to twenty', async () => {
  const ids = Array.from({ length: 200 }, (_, number) => `copy-reader-${number}`);
  const person = await db
    .selectFrom('staff')
    .selectAll()
    .where('id', '=', 'staff-chenjing')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('staff')
    .values(
      ids.map((id) => ({ ...person, id, account: id, id_card_digest: null, name: `读者${id.slice(12)}` })),
    )
    .execute();
  await db
    .insertInto('staff_roles')
    .values(ids.map((staff_id) => ({ staff_id, role_code: 'handler' })))
    .execute();
  // Data of the office is cached for some seconds.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
  const keys = ids.map((id) => `staff:${id}`);
  const statementsOfCopy = async (count: number) => {
    const order = await desk.start('zhangwei', petition(++lastNumber));
    const request = await body(order, keys.slice(0, count));
    await deliverNotices(context);
    const record = recordStatements();
    await office.as('liuyang').done(copies.copy, { body: request });
    await deliverNotices(context);
    record.stop();
    const { count: received } = await db
      .selectFrom('messages')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('workorder_id', '=', order.id)
      .where('kind', '=', 'copied')
      .executeTakeFirstOrThrow();
    expect(received).toBe(count);
    // Notifications to pages and jobs are sent after the answer, and a connection gets its limits once.
    const texts = record.sent.map(({ text }) => text);
    return texts.filter((text) => !/pg_notify|^set statement_timeout/.test(text));
  };
  const [, few, many] = [await statementsOfCopy(20), await statementsOfCopy(20), await statementsOfCopy(200)];
  // Rows are inserted in batches; one query for each reader would be 180 more.
  expect(many.length, many.map((text) => text.slice(0, 80)).join('\n')).toBeLessThan(few.length + 20);
});
