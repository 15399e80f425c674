import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { noticeStatusOf, paymentStatusOf, refundsOfTry } from '#domain/payments/ledger.ts';
import { isRefusal } from '#domain/refusals/refusals.ts';
import { verifyAudit } from '#server/modules/access/audit/verify.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { openPaymentDesk } from '#test/world/payment-desk.ts';
import { applyNotices } from './notices.ts';
import { pollPayments } from './poll.ts';
import { requestRefund } from './refunds.ts';
import { openCode, refreshPayment, revokePayment } from './tries.ts';

/** Tests payments against a gateway on this machine; P1 to P17 are the faults that payment systems are known for. */

const { context, clock, stub, clerk, newPayment, paymentOf, deliver } = await openPaymentDesk();
const minutes = (count: number) => clock.forward(count * 60_000);
let id = '';

beforeEach(async () => {
  stub.behaviours = [];
  stub.requests = [];
  id = await newPayment();
});

afterEach(async () => {
  const payment = await paymentOf(id);
  for (const { id: tryId, paid } of payment.tries) {
    const { done, pending } = refundsOfTry(payment, tryId);
    expect(done + pending).toBeLessThanOrEqual(paid);
  }
  expect(payment.state).toBe(noticeStatusOf(payment));
});

afterAll(async () => {
  expect(stub.wrongSignatures).toBe(0);
  expect(await checkInvariants(context.db)).toEqual([]);
  const { findings } = await verifyAudit(context.db, context.crypto, { files: context.files });
  expect(findings).toEqual([]);
});

async function open(): Promise<string> {
  const code = await openCode(context, id, clerk);
  if (isRefusal(code)) throw new Error(`No code was opened: ${code.message ?? code.refused}`);
  return code.outNo;
}

async function openAndPay(): Promise<string> {
  const outNo = await open();
  stub.pay(outNo);
  await refreshPayment(context, id);
  return outNo;
}

async function states() {
  const payment = await paymentOf(id);
  return [noticeStatusOf(payment), paymentStatusOf(payment)];
}

describe('a payment that is revoked (P9)', () => {
  test('is closed at the gateway first', async () => {
    const outNo = await open();
    expect(await revokePayment(context, id, clerk)).toBe(true);
    expect(stub.trades.get(outNo)?.state).toBe('closed');
    expect(await states()).toEqual(['-3', 3]);
    expect(await openCode(context, id, clerk)).toMatchObject({
      refused: 'paymentState',
      message: '该缴款书已撤销，不用缴费',
    });
  });

  test('stays as it is while the gateway does not answer', async () => {
    await open();
    stub.behaviours = [{ operation: 'trades/close', behaviour: 'drops' }];
    expect(await revokePayment(context, id, clerk)).toMatchObject({ refused: 'paymentChannel' });
    expect(await states()).toEqual(['1', 1]);
  });

  test('but was paid in the same minute is paid', async () => {
    stub.pay(await open());
    expect(await revokePayment(context, id, clerk)).toMatchObject({ refused: 'paymentState' });
    expect(await states()).toEqual(['2', 4]);
  });

  test('and is paid afterwards is refunded by the portal, once', async () => {
    const outNo = await open();
    await revokePayment(context, id, clerk);
    stub.pay(outNo);
    await deliver(stub.payNotice(outNo));
    await applyNotices(context);
    await deliver(stub.payNotice(outNo, { state: 'paid-again' }));
    await applyNotices(context);
    expect((await paymentOf(id)).refunds).toMatchObject([
      { amount: 10_000, type: 'auto', reason: 3, state: 'pending' },
    ]);
    expect([...stub.refunds.values()].filter((one) => one.outNo === outNo)).toHaveLength(1);
    expect(await states()).toEqual(['-3', 3]);
  });
});

describe('a payment that is paid twice', () => {
  test('keeps the first, and refunds the second by itself for reason 1 (P10, P11)', async () => {
    const first = await open();
    minutes(16);
    const second = await open();
    stub.pay(second);
    await refreshPayment(context, id);
    // The payer had still scanned the first code, and the gateway took the money.
    stub.pay(first);
    await deliver(stub.payNotice(first));
    await applyNotices(context);
    const payment = await paymentOf(id);
    expect(payment.tries.map(({ state, counts }) => [state, counts])).toEqual([
      ['paid', false],
      ['paid', true],
    ]);
    expect(payment.refunds).toMatchObject([{ amount: 10_000, type: 'auto', reason: 1 }]);
    expect(await states()).toEqual(['2', 4]);
    stub.endRefund(payment.refunds[0]?.refundNo ?? '', 'done');
    minutes(1);
    await pollPayments(context);
    expect(await states()).toEqual(['2', 4]);
    expect((await paymentOf(id)).refunds).toMatchObject([{ state: 'done' }]);
    const { number } = payment;
    const told = await context.db
      .selectFrom('outbound_messages')
      .select('content')
      .where('cause', '=', `payment.surplus.${payment.refunds[0]?.tryId}`)
      .execute();
    expect(told).toEqual([
      { content: expect.stringContaining(`缴款书 ${number} 收到多缴的 100.00 元，将按原路退回付款账户。`) },
    ]);
  });

  test('with the earlier code first closes the later one (P10)', async () => {
    const first = await open();
    minutes(16);
    const second = await open();
    stub.pay(first);
    await deliver(stub.payNotice(first));
    await applyNotices(context);
    expect(stub.trades.get(second)?.state).toBe('closed');
    expect((await paymentOf(id)).tries.map(({ state, counts }) => [state, counts])).toEqual([
      ['paid', true],
      ['closed', false],
    ]);
  });
});

describe('a refund (S1 §4)', () => {
  const tryIdOf = async () => (await paymentOf(id)).tries[0]?.id ?? '';
  const refund = async (amount: number, believedLeft: number) =>
    requestRefund(context, id, clerk, {
      tryId: await tryIdOf(),
      amount,
      believedLeft,
      reason: 3,
      note: '多收',
      isOutside: false,
    });

  test('of 60 twice on 100 at one instant is made once (P12)', async () => {
    await openAndPay();
    const results = await Promise.all([refund(6000, 10_000), refund(6000, 10_000)]);
    expect(results.filter((result) => typeof result === 'string')).toHaveLength(1);
    expect((await paymentOf(id)).refunds).toHaveLength(1);
    expect(await states()).toEqual(['-1', 6]);
    expect(await refund(4000, 4000)).toEqual(expect.any(String));
    for (const { refundNo } of (await paymentOf(id)).refunds) stub.endRefund(refundNo, 'done');
    minutes(1);
    await pollPayments(context);
    expect(await states()).toEqual(['-2', 5]);
  });

  test('whose request was not answered is sent again under the same number', async () => {
    const outNo = await openAndPay();
    stub.behaviours = [{ operation: 'refunds/create', behaviour: 'does and drops' }];
    await refund(10_000, 10_000);
    expect((await paymentOf(id)).refunds).toMatchObject([{ state: 'requested' }]);
    stub.behaviours = [{ operation: 'refunds/create', behaviour: 'drops' }];
    minutes(1);
    await pollPayments(context);
    expect([...stub.refunds.values()].filter((one) => one.outNo === outNo)).toHaveLength(1);
    expect((await paymentOf(id)).refunds).toMatchObject([{ state: 'pending' }]);
  });

  test('that never reached the gateway is sent again by the job', async () => {
    await openAndPay();
    stub.behaviours = [{ operation: 'refunds/create', behaviour: 'drops' }];
    await refund(10_000, 10_000);
    minutes(1);
    await pollPayments(context);
    expect((await paymentOf(id)).refunds).toMatchObject([{ state: 'pending' }]);
  });

  test('that is abnormal is not over, and may still be done (P13)', async () => {
    await openAndPay();
    await refund(10_000, 10_000);
    const refundNo = (await paymentOf(id)).refunds[0]?.refundNo ?? '';
    stub.endRefund(refundNo, 'abnormal');
    minutes(1);
    await pollPayments(context);
    expect(await states()).toEqual(['-1', 6]);
    stub.endRefund(refundNo, 'done');
    await deliver(stub.noticeOf({ subject: 'refund', outNo: refundNo, transactionId: 'R', state: 'done' }));
    await applyNotices(context);
    expect(await states()).toEqual(['-2', 5]);
  });

  test('that the gateway closed does not count, and a new one has a new number (P13)', async () => {
    await openAndPay();
    await refund(10_000, 10_000);
    const first = (await paymentOf(id)).refunds[0]?.refundNo ?? '';
    stub.endRefund(first, 'closed');
    minutes(1);
    await pollPayments(context);
    expect(await states()).toEqual(['2', 4]);
    expect(await refund(10_000, 10_000)).toEqual(expect.any(String));
    const numbers = (await paymentOf(id)).refunds.map(({ refundNo }) => refundNo);
    expect(new Set(numbers).size).toBe(2);
    const { number } = await paymentOf(id);
    const told = await context.db
      .selectFrom('messages')
      .select('staff_id')
      .where('title', '=', `退款未成功：缴款书 ${number}，100.00 元`)
      .execute();
    expect(told.map(({ staff_id }) => staff_id)).toContain('staff-shenjie');
  });

  test('lasts for weeks without being taken for failed (P14)', async () => {
    await openAndPay();
    await refund(10_000, 10_000);
    for (let day = 0; day < 40; day += 1) {
      minutes(24 * 60);
      await pollPayments(context);
    }
    expect((await paymentOf(id)).refunds).toMatchObject([{ state: 'pending' }]);
    stub.endRefund((await paymentOf(id)).refunds[0]?.refundNo ?? '', 'done');
    minutes(6 * 60);
    await pollPayments(context);
    expect(await states()).toEqual(['-2', 5]);
  });

  test('after a year is refused before anything is sent, and may be recorded (P15)', async () => {
    await openAndPay();
    minutes(366 * 24 * 60);
    stub.requests = [];
    expect(await refund(10_000, 10_000)).toMatchObject({
      refused: 'badInput',
      problems: [{ field: 'isOutside', message: '缴费已超过一年，渠道不再受理退款，请在渠道外退款后登记' }],
    });
    expect(stub.requests).toEqual([]);
    const recorded = await requestRefund(context, id, clerk, {
      tryId: await tryIdOf(),
      amount: 10_000,
      believedLeft: 10_000,
      reason: 3,
      note: '凭证 2027-018',
      isOutside: true,
    });
    expect(recorded).toEqual(expect.any(String));
    expect(stub.requests).toEqual([]);
    expect(await states()).toEqual(['-2', 5]);
  });

  test('of another amount than requested is not taken for done', async () => {
    await openAndPay();
    await refund(6000, 10_000);
    stub.endRefund((await paymentOf(id)).refunds[0]?.refundNo ?? '', 'done', 5000);
    minutes(1);
    await pollPayments(context);
    expect((await paymentOf(id)).refunds).toMatchObject([{ state: 'abnormal' }]);
  });
});
