import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { orderPayments } from '#contract/payment-records.ts';
import { sideRecords } from '#contract/side-records.ts';
import { workOrders } from '#contract/work-orders.ts';
import { verifyAudit } from '#server/modules/access/audit/verify.ts';
import { deliverNotices } from '#server/modules/cases/handling/service.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import type { StartedOrder } from '#test/world/desk.ts';
import { hundredYuan, openPaymentDesk } from '#test/world/payment-desk.ts';
import { followPayments } from './follow.ts';
import { applyNotices } from './notices.ts';
import { revokePayment } from './tries.ts';

/** Payments as side records of orders (S1 §3, §4, §7). */

const { office, desk, context, clock, stub, start, command, deliver } = await openPaymentDesk();
const { db } = context;

afterEach(async () => {
  expect(await checkInvariants(db)).toEqual([]);
  expect((await verifyAudit(db, context.crypto, { files: context.files })).findings).toEqual([]);
});

const orderOf = (order: StartedOrder, body: object = {}) =>
  command('liuyang', order, {
    command: 'order',
    traceId: `${order.id}.2`,
    payer: '张建国',
    fees: hundredYuan,
    ...body,
  });
const params = ({ code }: StartedOrder, recordId = 1) => ({
  params: { workorderCode: code, recordId: String(recordId) },
});
const read = (order: StartedOrder) => office.as('liuyang').done(orderPayments.read, params(order));
const openCode = (order: StartedOrder, account = 'liuyang') =>
  office.as(account).call(orderPayments.openCode, params(order));
const recordOf = async (order: StartedOrder) => {
  const { records } = await office
    .as('liuyang')
    .done(sideRecords.list, { params: { workorderCode: order.code } });
  return records[0];
};
const tracesOf = async (order: StartedOrder) => {
  const page = await office.as('liuyang').done(workOrders.traces, { params: { workorderCode: order.code } });
  return page.rows;
};
const outNoOf = async (order: StartedOrder) => (await read(order)).tries.at(-1)?.outNo ?? '';
const refund = (order: StartedOrder, body: object, account = 'wujianguo') =>
  command(account, order, {
    command: 'refund',
    recordId: 1,
    reason: 3,
    note: '收费标准有误',
    ...body,
  });

async function pay(order: StartedOrder): Promise<void> {
  await openCode(order);
  const outNo = await outNoOf(order);
  stub.pay(outNo);
  await deliver(stub.payNotice(outNo));
  await applyNotices(context);
  await followPayments(context);
}

test.each([true, false])(
  'a revocation that was stopped between payment and record is finished by its repetition (%s), else by the job',
  async (isRepeated) => {
    const order = await start();
    await orderOf(order);
    const { id } = await db
      .selectFrom('payments')
      .select('id')
      .where('workorder_id', '=', order.id)
      .executeTakeFirstOrThrow();
    expect(await revokePayment(context, id, { staffId: 'staff-liuyang', name: '刘洋' })).toBe(true);
    // The job runs before the repetition arrives.
    await followPayments(context);
    if (isRepeated) {
      const revoked = await command('liuyang', order, { command: 'revoke', recordId: 1, reason: '金额有误' });
      expect(revoked.body.errcode, revoked.text).toBe(0);
    } else {
      clock.forward(61_000);
      await followPayments(context);
    }
    expect(await recordOf(order)).toMatchObject({
      state: 'revoked',
      changedBy: isRepeated ? '刘洋' : expect.not.stringContaining('刘洋'),
    });
  },
);

describe('an order of payment (S1 §4)', () => {
  test('is made by the handler of the step with the standards of the item', async () => {
    const order = await start();
    expect((await orderOf(order)).body.data).toMatchObject({ message: '“开具缴款书”已完成' });
    expect(await read(order)).toMatchObject({
      number: expect.stringMatching(/^330\d{3}2026\d{10}$/),
      payer: '**国',
      total: 10_000,
      status: '0',
      nonTaxStatus: 1,
      hint: '请确认缴费信息后支付',
      lines: [
        { name: '不动产登记费（住宅）', kind: '01', amount: 8000 },
        { name: '不动产权属证书工本费', quantity: 2, amount: 2000 },
      ],
      code: null,
    });
    expect(await recordOf(order)).toMatchObject({ kindName: '缴费', stateName: '未支付', isOpen: true });
  });

  test('is refused with all problems at their fields, and for others than the handler', async () => {
    const order = await start();
    const wrong = await orderOf(order, { payer: '甲'.repeat(101) });
    expect(wrong.body.problems).toEqual([{ field: 'payer', message: '不能超过100个字符' }]);
    const fees = [{ code: 'x' }, { code: '103044602', quantity: 0 }];
    expect((await orderOf(order, { fees })).body.problems).toEqual([
      { field: 'fees.0.code', message: '该事项没有此收费项目' },
      { field: 'fees.1.quantity', message: '数量应为 1 至 9999 的整数' },
    ]);
    const body = { command: 'order', traceId: `${order.id}.2`, payer: '张建国', fees: hundredYuan };
    expect((await command('wujianguo', order, body)).status).toBe(403);
    expect(
      await db.selectFrom('payments').selectAll().where('workorder_id', '=', order.id).execute(),
    ).toEqual([]);
  });

  test('holds its step until it is paid or revoked, and there is no second one beside it', async () => {
    const order = await start();
    await orderOf(order);
    expect((await orderOf(order)).body.errmsg).toBe('该环节已有未缴的缴款书，请先缴费或者撤销');
    const held = await desk.tryPress('liuyang', order, 'receive', 'receive');
    expect(held.body.errcode).toBe(40962);
    await pay(order);
    await desk.press('liuyang', order, 'receive', 'receive');
  });

  test('is shown on its trace as `pays` (S1 §3)', async () => {
    const order = await start();
    await orderOf(order);
    const { number } = await read(order);
    const rows = await tracesOf(order);
    expect(rows.flatMap(({ pays }) => pays)).toEqual([
      { startTime: expect.any(String), paynoteNo: number, costTotal: '100.00', status: '0' },
    ]);
  });

  test('is made again from its record if the process ended in between', async () => {
    const order = await start();
    await orderOf(order);
    await db.deleteFrom('payments').where('workorder_id', '=', order.id).execute();
    await followPayments(context);
    expect(await read(order)).toMatchObject({ total: 10_000, status: '0' });
  });
});

describe('a payment', () => {
  test('by a notice that comes twice is booked once, with one row of the trace and one message (P1, P17)', async () => {
    const order = await start();
    await orderOf(order);
    await openCode(order);
    const outNo = await outNoOf(order);
    stub.pay(outNo);
    await Promise.all([deliver(stub.payNotice(outNo)), deliver(stub.payNotice(outNo))]);
    await Promise.all([applyNotices(context), applyNotices(context)]);
    await Promise.all([followPayments(context), followPayments(context), followPayments(context)]);
    expect(await read(order)).toMatchObject({ status: '2', nonTaxStatus: 4, code: null });
    expect(await recordOf(order)).toMatchObject({
      stateName: '已支付',
      isOpen: false,
      data: { paidAt: expect.any(String) },
    });
    const rows = await tracesOf(order);
    expect(rows.filter(({ actName }) => actName === '缴费到账')).toMatchObject([
      { handlerOpinion: '已到账 100.00 元' },
    ]);
    await deliverNotices(context);
    const messages = await db
      .selectFrom('outbound_messages')
      .select('content')
      .where('workorder_id', '=', order.id)
      .where('content', 'like', '%已收到您的缴费 100.00 元%')
      .execute();
    expect(messages).toHaveLength(1);
  });

  test('shows its code until it is paid, and never opens a second one (S1 §4)', async () => {
    const order = await start();
    await orderOf(order);
    const first = await openCode(order);
    expect(first.body.data, first.text).toMatchObject({
      status: '1',
      hint: '如已支付，请点击刷新状态',
      code: { picture: expect.stringMatching(/^data:image\/png/) },
    });
    expect(await recordOf(order)).toMatchObject({ stateName: '支付中' });
    await openCode(order);
    expect((await read(order)).tries).toHaveLength(1);
  });

  test('that no notice reports is found by 刷新状态 (P5)', async () => {
    const order = await start();
    await orderOf(order);
    await openCode(order);
    stub.pay(await outNoOf(order));
    expect(await office.as('liuyang').done(orderPayments.refresh, params(order))).toMatchObject({
      status: '2',
    });
    expect(await recordOf(order)).toMatchObject({ stateName: '已支付' });
  });

  test('can be neither opened nor read by people outside the order', async () => {
    const order = await start();
    await orderOf(order);
    expect((await openCode(order, 'dengtao')).status).toBe(404);
    expect((await office.as('dengtao').call(orderPayments.read, params(order))).status).toBe(404);
    expect((await office.as('liuyang').call(orderPayments.read, params(order, 7))).status).toBe(404);
    expect((await office.as('liuyang').call(orderPayments.simulate, params(order))).status).toBe(404);
  });
});

describe('a revocation (P9)', () => {
  test('closes the code at the gateway, and is repeated by its key', async () => {
    const order = await start();
    await orderOf(order);
    await openCode(order);
    const body = { command: 'revoke', recordId: 1, reason: '金额有误' };
    const key = randomUUID();
    const response = await command('liuyang', order, body, key);
    expect(response.body.data, response.text).toMatchObject({ message: '“撤销缴款书”已完成' });
    expect((await command('liuyang', order, body, key)).text).toBe(response.text);
    expect(stub.trades.get(await outNoOf(order))?.state).toBe('closed');
    expect(await read(order)).toMatchObject({ status: '-3', nonTaxStatus: 3, hint: '不用缴费' });
    await followPayments(context);
    const rows = await tracesOf(order);
    expect(rows.filter(({ actName }) => actName === '撤销缴款书')).toHaveLength(1);
  });

  test('is refused after payment, also if the order does not know of it yet', async () => {
    const order = await start();
    await orderOf(order);
    await openCode(order);
    stub.pay(await outNoOf(order));
    const response = await command('liuyang', order, { command: 'revoke', recordId: 1, reason: '金额有误' });
    expect(response.body.errmsg).toBe('该缴款书已缴费，不能撤销；如需退还，请办理退款');
    await followPayments(context);
    expect(await recordOf(order)).toMatchObject({ stateName: '已支付' });
  });

  test('follows the end of the order, and money that still arrives is refunded by the portal', async () => {
    const order = await start();
    await orderOf(order);
    await openCode(order);
    const outNo = await outNoOf(order);
    await desk.press('liuyang', order, 'receive', 'void', { handlerOpinion: '重复登记' });
    expect(
      await db.selectFrom('side_records').select('state').where('workorder_id', '=', order.id).execute(),
    ).toEqual([{ state: 'revoked' }]);
    await deliverNotices(context);
    const setArchived = db.updateTable('archive_entries').set({ state: 'kept' });
    await setArchived.where('workorder_id', '=', order.id).execute();
    stub.pay(outNo);
    await followPayments(context);
    await deliver(stub.payNotice(outNo));
    await applyNotices(context);
    const refunds = await db
      .selectFrom('payment_refunds as r')
      .innerJoin('payment_tries as t', 't.id', 'r.try_id')
      .select(['r.amount', 'r.type', 'r.reason'])
      .where('t.out_no', '=', outNo)
      .execute();
    expect(refunds).toEqual([{ amount: 10_000, type: 'auto', reason: 3 }]);
    // The archive gets another package, with the money that arrived.
    expect(
      await db.selectFrom('archive_entries').select('state').where('workorder_id', '=', order.id).execute(),
    ).toEqual([{ state: 'waiting' }]);
  });
});

describe('a refund (S1 §4)', () => {
  test('is made by a leader, once for a key, and is over when the gateway says so', async () => {
    const order = await start();
    await orderOf(order);
    await pay(order);
    const tryId = (await read(order)).tries[0]?.id ?? '';
    const body = { tryId, amount: '60.00', believedLeft: 10_000 };
    expect((await refund(order, body, 'liuyang')).status).toBe(403);
    const key = randomUUID();
    const full = { command: 'refund', recordId: 1, reason: 3, note: '收费标准有误', ...body };
    const response = await command('wujianguo', order, full, key);
    expect(response.body.data, response.text).toMatchObject({ message: '“退款”已完成' });
    expect((await command('wujianguo', order, full, key)).text).toBe(response.text);
    expect(await read(order)).toMatchObject({
      status: '-1',
      nonTaxStatus: 6,
      hint: '已发起退款，款项过一段时间退回付款人',
      refunds: [{ amount: 6000, type: 'manual', reason: 3, requestedByName: '吴建国' }],
    });
    expect((await refund(order, body)).body.problems).toEqual([
      { field: 'amount', message: '最多可退 40.00 元' },
      { field: 'believedLeft', message: '可退金额已变为 40.00 元，请核对后再退款' },
    ]);
    await refund(order, { tryId, amount: '40', believedLeft: 4000 });
    for (const { refundNo } of (await read(order)).refunds) stub.endRefund(refundNo, 'done');
    clock.forward(60_000);
    expect(await office.as('liuyang').done(orderPayments.refresh, params(order))).toMatchObject({
      status: '-2',
      nonTaxStatus: 5,
      hint: '退款已通过',
    });
    expect(await recordOf(order)).toMatchObject({ stateName: '已退款', data: { refunded: 10_000 } });
  });

  test.each([
    ['60.005', '金额最多保留两位小数'],
    ['-5', '金额格式不正确，请填写如 19.90 的数字'],
    ['0', '金额应大于 0'],
    ['100.01', '最多可退 100.00 元'],
  ])('of %s yuan is refused (P7, P12)', async (amount, message) => {
    const order = await start();
    await orderOf(order);
    await pay(order);
    const tryId = (await read(order)).tries[0]?.id ?? '';
    expect((await refund(order, { tryId, amount, believedLeft: 10_000 })).body.problems).toEqual([
      { field: 'amount', message },
    ]);
  });

  test('of money that differs from its order changes no state of the order of payment (P8)', async () => {
    const order = await start();
    await orderOf(order);
    await openCode(order);
    const outNo = await outNoOf(order);
    stub.pay(outNo, { paid: 9000 });
    await deliver(stub.payNotice(outNo));
    await applyNotices(context);
    await followPayments(context);
    const { tries } = await read(order);
    expect(tries).toMatchObject([{ state: 'differs', left: 9000, fault: '应缴 100.00 元，到账 90.00 元' }]);
    const response = await refund(order, {
      tryId: tries[0]?.id,
      amount: '90',
      believedLeft: 9000,
      reason: 0,
    });
    expect(response.body.errcode, response.text).toBe(0);
    expect(await read(order)).toMatchObject({ status: '0', nonTaxStatus: 2, tries: [{ left: 0 }] });
    expect(await recordOf(order)).toMatchObject({ stateName: '未支付' });
  });
});

test('done and pending refunds never exceed the money that arrived', async () => {
  const { rows } = await sql`select t.out_no from payment_tries t
    where t.paid < (select coalesce(sum(r.amount), 0) from payment_refunds r
      where r.try_id = t.id and r.state in ('requested', 'pending', 'abnormal', 'done'))`.execute(db);
  expect(rows).toEqual([]);
});
