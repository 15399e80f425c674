import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { handling } from '#contract/handling.ts';
import { messages } from '#contract/messages.ts';
import { sideRecords } from '#contract/side-records.ts';
import { workOrders } from '#contract/work-orders.ts';
import { verifyAudit } from '#server/modules/access/audit/verify.ts';
import { deliverNotices } from '#server/modules/cases/handling/service.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import type { StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';

/** Side records of orders (docs/decisions/0232), by the two kinds that need nothing else: 中止 and 延期. */

const office = await testOffice();
const { context, clock } = office;
const { db } = context;
const { start } = openPetitionDesk(office);
const day = 86_400_000;

afterEach(async () => {
  expect(await checkInvariants(db)).toEqual([]);
  expect((await verifyAudit(db, context.crypto)).findings).toEqual([]);
});

const suspend = (account: string, { code, id }: StartedOrder, body: object, key = randomUUID()) =>
  office.as(account).call(sideRecords.suspension, {
    params: { workorderCode: code },
    body: { command: 'suspend', traceId: `${id}.2`, ground: 'other', reason: '等待鉴定', ...body } as never,
    key,
  });
const resume = (account: string, { code }: StartedOrder, recordId = 1) =>
  office.as(account).call(sideRecords.suspension, {
    params: { workorderCode: code },
    body: { command: 'resume', recordId, reason: '鉴定完成' },
  });
const extend = (account: string, { code }: StartedOrder, body: object) =>
  office.as(account).call(sideRecords.extension, {
    params: { workorderCode: code },
    body: { command: 'grant', days: 5, reason: '情况复杂', granted: 0, ...body } as never,
  });
const recordsOf = (account: string, { code }: StartedOrder) =>
  office.as(account).done(sideRecords.list, { params: { workorderCode: code } });
const rowsOf = ({ id }: StartedOrder) =>
  db.selectFrom('side_records').selectAll().where('workorder_id', '=', id).execute();
const dueOf = async ({ id }: StartedOrder) => {
  const order = await db.selectFrom('work_orders').select('due_at').where('id', '=', id).executeTakeFirst();
  const inbox = await db.selectFrom('inbox').select('due_at').where('workorder_id', '=', id).execute();
  return { order: order?.due_at ?? null, inbox: inbox.map(({ due_at }) => due_at) };
};

describe('suspension of an order', () => {
  test('stops its clock, shows on the trace, and is repeated by its key', async () => {
    const order = await start();
    const before = await dueOf(order);
    const key = randomUUID();
    const response = await suspend('liuyang', order, {}, key);
    expect(response.body.data, response.text).toMatchObject({ message: '“中止”已完成' });
    expect((await suspend('liuyang', order, {}, key)).text).toBe(response.text);
    expect(await rowsOf(order)).toMatchObject([{ kind: 'suspension', state: 'suspended', is_open: true }]);
    const paused = await dueOf(order);
    expect(paused.order).toBeNull();
    expect(paused.inbox.every((due) => due === null)).toBe(true);

    clock.forward(7 * day);
    expect((await resume('liuyang', order)).body.errcode).toBe(0);
    const after = await dueOf(order);
    expect(after.order?.getTime()).toBeGreaterThan(before.order?.getTime() ?? Number.POSITIVE_INFINITY);
    const { rows } = await office
      .as('liuyang')
      .done(workOrders.traces, { params: { workorderCode: order.code } });
    expect(rows.filter(({ actName }) => actName === '中止' || actName === '恢复办理')).toMatchObject([
      { handlerOpinion: '鉴定完成' },
      { handlerOpinion: '其他法定情形：等待鉴定' },
    ]);
  });

  test('blocks the handling of its task, with the reason', async () => {
    const order = await start();
    await suspend('liuyang', order, {});
    const response = await office.as('liuyang').call(handling.handle, {
      body: {
        workorderId: order.id,
        workorderTraceId: `${order.id}.2`,
        handlerOperation: '1',
        buttonId: 'receive',
      } as never,
    });
    expect(response.body, response.text).toMatchObject({ errcode: 40962 });
    expect(response.text).toContain('中止（中止中）尚未了结');
  });

  test('is refused to others, and reports all problems of its input', async () => {
    const order = await start();
    expect((await suspend('wujianguo', order, {})).body.errcode).toBe(40310);
    expect((await suspend('liuyang', order, { ground: 'x', reason: '' })).body.errcode).toBe(400);
    expect((await suspend('liuyang', order, { reason: ' ' })).body).toMatchObject({
      problems: [{ field: 'reason', message: '请填写中止原因' }],
    });
    expect(await rowsOf(order)).toEqual([]);
  });
});

describe('messages about a side record', () => {
  test('reach the applicant once by text message, and the handlers in the portal', async () => {
    const order = await start();
    await extend('wujianguo', order, {});
    await deliverNotices(context);
    await deliverNotices(context);
    const sent = await db
      .selectFrom('outbound_messages')
      .select(['content', 'receiver_name'])
      .where('workorder_id', '=', order.id)
      .where('cause', 'like', 'record.%')
      .execute();
    expect(sent).toEqual([
      {
        content: `您的办件经批准延长办理期限 5 个自然日。办件流水号：${order.code}`,
        receiver_name: '信访人',
      },
    ]);
    const { rows } = await office.as('liuyang').done(messages.list, { query: {} });
    expect(rows.filter(({ workorderCode }) => workorderCode === order.code)).toContainEqual(
      expect.objectContaining({ content: '全程时限已延长 5 个自然日' }),
    );
  });
});

describe('extension of an order', () => {
  test('by a leader moves its due date by the days of its limit', async () => {
    const order = await start();
    const before = await dueOf(order);
    const { offers } = await recordsOf('wujianguo', order);
    expect(offers).toMatchObject([
      { kind: 'extension', command: 'grant', label: '批准延期', whyNot: '' },
      { kind: 'supervision', command: 'open', label: '督办', whyNot: '' },
    ]);
    expect((await extend('wujianguo', order, {})).body.errcode).toBe(0);
    const after = await dueOf(order);
    expect((after.order?.getTime() ?? 0) - (before.order?.getTime() ?? 0)).toBeGreaterThanOrEqual(5 * day);
    expect((await extend('wujianguo', order, {})).body).toMatchObject({
      errcode: 40963,
      errmsg: '该事项最多延期 1 次，已全部使用',
    });
    const { records } = await recordsOf('liuyang', order);
    expect(records).toMatchObject([
      { kindName: '延期', stateName: '已延期', data: { days: 5, reason: '情况复杂' } },
    ]);
  });

  test('by two leaders at once is granted once', async () => {
    const order = await start();
    const answers = await Promise.all([extend('wujianguo', order, {}), extend('wujianguo', order, {})]);
    expect(answers.map(({ body }) => body.errcode).sort()).toEqual([0, 40963]);
  });
});
