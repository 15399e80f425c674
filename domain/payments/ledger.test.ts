import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PaymentNoticeStatus, PaymentStatus, RefundReason, RefundType } from '../enumerations/payment.ts';
import {
  checkRefund,
  countingTry,
  decideRefundReport,
  decideTryReport,
  isOpenTry,
  noticeStatusOf,
  type Payment,
  type PaymentRefund,
  type PaymentTry,
  paymentStatusOf,
  problemOfOpening,
  problemOfRevoking,
  type RefundReport,
  refundableOf,
  refundsOfTry,
  type TryReport,
} from './ledger.ts';

const now = new Date('2026-03-02T02:00:00.000Z');
const merchant = 'M-1';

function tryOf(id: string, values: Partial<PaymentTry> = {}): PaymentTry {
  return { id, state: 'open', amount: 10_000, paid: 0, paidAt: null, counts: false, ...values };
}
const paidTry = (id: string, counts = true) =>
  tryOf(id, { state: 'paid', paid: 10_000, paidAt: now, counts });
function refundOf(amount: number, state: PaymentRefund['state'], tryId = 'a'): PaymentRefund {
  return {
    id: `r${amount}${state}`,
    tryId,
    amount,
    state,
    type: RefundType.manual,
    reason: RefundReason.business,
  };
}
function paymentOf(tries: PaymentTry[] = [], refunds: PaymentRefund[] = [], isRevoked = false): Payment {
  return { total: 10_000, isRevoked, tries, refunds };
}
function reportOf(state: TryReport['state'], values: Partial<TryReport> = {}): TryReport {
  return {
    state,
    amount: 10_000,
    currency: 'CNY',
    merchantId: merchant,
    transactionId: 't-1',
    paidAt: now,
    ...values,
  };
}

describe('the states of a payment (S1 §4, S2 Enumerations)', () => {
  it.each([
    ['nothing', paymentOf(), '0', 1],
    ['an open code', paymentOf([tryOf('a')]), '1', 1],
    ['a closed code', paymentOf([tryOf('a', { state: 'closed' })]), '0', 2],
    ['a wrong amount', paymentOf([tryOf('a', { state: 'differs', paid: 9000 })]), '0', 2],
    ['a paid code', paymentOf([paidTry('a')]), '2', 4],
    ['a running refund', paymentOf([paidTry('a')], [refundOf(10_000, 'pending')]), '-1', 6],
    ['an abnormal refund', paymentOf([paidTry('a')], [refundOf(10_000, 'abnormal')]), '-1', 6],
    ['a failed refund', paymentOf([paidTry('a')], [refundOf(10_000, 'closed')]), '2', 4],
    ['a partial refund', paymentOf([paidTry('a')], [refundOf(4000, 'done')]), '2', 4],
    ['a full refund', paymentOf([paidTry('a')], [refundOf(4000, 'done'), refundOf(6000, 'done')]), '-2', 5],
    ['a revocation', paymentOf([], [], true), '-3', 3],
    ['a revocation and late money', paymentOf([paidTry('a', false)], [], true), '-3', 3],
  ])('%s', (_name, payment, notice, status) => {
    expect(noticeStatusOf(payment)).toBe(notice);
    expect(paymentStatusOf(payment)).toBe(status);
  });

  it('the refund of a second payment does not change the first (P11)', () => {
    const payment = paymentOf([paidTry('a'), paidTry('b', false)], [refundOf(10_000, 'done', 'b')]);
    expect(noticeStatusOf(payment)).toBe(PaymentNoticeStatus.paid);
    expect(paymentStatusOf(payment)).toBe(PaymentStatus.succeeded);
  });
});

describe('a code', () => {
  it('is never opened beside an open one, and not after payment or revocation', () => {
    expect(problemOfOpening(paymentOf())).toBeUndefined();
    expect(problemOfOpening(paymentOf([tryOf('a', { state: 'closed' })]))).toBeUndefined();
    expect(problemOfOpening(paymentOf([tryOf('a', { state: 'opening' })]))).toBe('已有可用的二维码');
    expect(problemOfOpening(paymentOf([paidTry('a')]))).toBe('该缴款书已缴费');
    expect(problemOfOpening(paymentOf([], [], true))).toBe('该缴款书已撤销，不用缴费');
    const many = Array.from({ length: 30 }, (_, index) => tryOf(`${index}`, { state: 'closed' }));
    expect(problemOfOpening(paymentOf(many))).toContain('30');
  });

  it('that is open or paid prevents a revocation (P9)', () => {
    expect(problemOfRevoking(paymentOf())).toBeUndefined();
    expect(problemOfRevoking(paymentOf([tryOf('a', { state: 'failed' })]))).toBeUndefined();
    expect(problemOfRevoking(paymentOf([tryOf('a')]))).toContain('尚未关闭');
    expect(problemOfRevoking(paymentOf([paidTry('a')]))).toContain('已缴费');
    expect(problemOfRevoking(paymentOf([], [], true))).toContain('已撤销');
  });
});

describe('a report of the gateway on a code', () => {
  it('that it is paid counts once (P1, P2)', () => {
    const open = tryOf('a');
    expect(decideTryReport(paymentOf([open]), open, reportOf('paid'), merchant)).toEqual({
      state: 'paid',
      paid: 10_000,
      counts: true,
    });
    const paid = paidTry('a');
    for (const state of ['paid', 'waiting', 'closed', 'missing'] as const)
      expect(decideTryReport(paymentOf([paid]), paid, reportOf(state), merchant)).toBeNull();
  });

  it('is taken in any order and never goes back (P6)', () => {
    const closed = tryOf('a', { state: 'closed' });
    expect(decideTryReport(paymentOf([closed]), closed, reportOf('waiting'), merchant)).toBeNull();
    expect(decideTryReport(paymentOf([closed]), closed, reportOf('paid'), merchant)).toMatchObject({
      counts: true,
    });
  });

  it.each([
    ['amount', { amount: 9000 }, '应缴 100.00 元，到账 90.00 元'],
    ['currency', { currency: 'USD' }, '币种不是人民币（USD）'],
    ['payee', { merchantId: 'M-2' }, '收款商户不同'],
  ])('with another %s is no payment (P8)', (_name, values, difference) => {
    const open = tryOf('a');
    expect(decideTryReport(paymentOf([open]), open, reportOf('paid', values), merchant)).toMatchObject({
      state: 'differs',
      counts: false,
      difference,
    });
  });

  it('on a second payment makes it surplus, refunded for reason 1 (P10, P11)', () => {
    const second = tryOf('b');
    expect(decideTryReport(paymentOf([paidTry('a'), second]), second, reportOf('paid'), merchant)).toEqual({
      state: 'paid',
      paid: 10_000,
      counts: false,
      surplus: RefundReason.repeatedOnline,
    });
  });

  it('on a revoked payment makes it surplus, refunded for reason 3 (P9)', () => {
    const closed = tryOf('a', { state: 'closed' });
    expect(decideTryReport(paymentOf([closed], [], true), closed, reportOf('paid'), merchant)).toMatchObject({
      counts: false,
      surplus: RefundReason.business,
    });
  });

  it('that it does not know the code ends only an opening that was never answered', () => {
    const opening = tryOf('a', { state: 'opening' });
    expect(decideTryReport(paymentOf([opening]), opening, reportOf('missing'), merchant)?.state).toBe(
      'failed',
    );
    expect(decideTryReport(paymentOf([tryOf('a')]), tryOf('a'), reportOf('missing'), merchant)).toBeNull();
  });
});

describe('a refund', () => {
  const check = (refunds: PaymentRefund[], amount: number, believedLeft: number, at = now) =>
    checkRefund(
      paymentOf([paidTry('a')], refunds),
      { tryId: 'a', amount, believedLeft, isOutside: false },
      at,
    ).map(({ message }) => message);

  it('of 60 twice on 100 is refused the second time (P12)', () => {
    expect(check([], 6000, 10_000)).toEqual([]);
    expect(check([refundOf(6000, 'requested')], 6000, 10_000)).toEqual([
      '最多可退 40.00 元',
      '可退金额已变为 40.00 元，请核对后再退款',
    ]);
    expect(check([refundOf(6000, 'done')], 4000, 4000)).toEqual([]);
  });

  it.each([0, -1, 1.5, Number.NaN])('of %s fen is refused (P12)', (amount) => {
    expect(check([], amount, 10_000)).toEqual(['金额应大于 0']);
  });

  it('that failed can be made again with a new number (P13)', () => {
    expect(check([refundOf(10_000, 'closed'), refundOf(10_000, 'refused')], 10_000, 10_000)).toEqual([]);
    expect(check([refundOf(10_000, 'abnormal')], 10_000, 0)).toEqual(['最多可退 0.00 元']);
  });

  it('after a year or as the 51st part goes outside the gateway, which is said before (P15)', () => {
    const later = new Date(now.getTime() + 366 * 86_400_000);
    expect(check([], 100, 10_000, later)).toEqual(['缴费已超过一年，渠道不再受理退款，请在渠道外退款后登记']);
    const parts = Array.from({ length: 50 }, () => refundOf(1, 'done'));
    expect(check(parts, 100, 9950)).toEqual(['该笔交易已退款50次，渠道不再受理，请在渠道外退款后登记']);
    const request = { tryId: 'a', amount: 100, believedLeft: 9950, isOutside: true };
    expect(checkRefund(paymentOf([paidTry('a')], parts), request, later)).toEqual([]);
  });

  it('is ended by the gateway alone (P13, P14)', () => {
    const reportOfRefund = (state: RefundReport['state'], amount = 6000): RefundReport => ({
      state,
      amount,
      refundId: 'g',
      doneAt: now,
    });
    expect(decideRefundReport(refundOf(6000, 'requested'), reportOfRefund('pending'))).toBe('pending');
    expect(decideRefundReport(refundOf(6000, 'pending'), reportOfRefund('abnormal'))).toBe('abnormal');
    expect(decideRefundReport(refundOf(6000, 'abnormal'), reportOfRefund('done'))).toBe('done');
    expect(decideRefundReport(refundOf(6000, 'pending'), reportOfRefund('done', 5000))).toBe('abnormal');
    expect(decideRefundReport(refundOf(6000, 'pending'), reportOfRefund('missing'))).toBeNull();
    for (const state of ['done', 'closed', 'refused'] as const)
      expect(decideRefundReport(refundOf(6000, state), reportOfRefund('done'))).toBeNull();
  });
});

describe('in random histories', () => {
  const step = fc.record({
    kind: fc.constantFrom('open', 'report', 'refund', 'refund-report', 'revoke'),
    target: fc.nat({ max: 9 }),
    state: fc.constantFrom('waiting', 'paid', 'closed', 'missing'),
    refundState: fc.constantFrom('pending', 'done', 'abnormal', 'closed', 'missing'),
    amount: fc.constantFrom(10_000, 9_000, 6_000, 1),
  });

  it('nothing is paid twice, and done and pending refunds never exceed the money that arrived', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let payment = paymentOf();
        for (const { kind, target, state, refundState, amount } of steps) {
          const aTry = payment.tries[target % Math.max(1, payment.tries.length)];
          const aRefund = payment.refunds[target % Math.max(1, payment.refunds.length)];
          if (kind === 'open' && problemOfOpening(payment) === undefined)
            payment = { ...payment, tries: [...payment.tries, tryOf(`t${payment.tries.length}`)] };
          else if (kind === 'revoke' && problemOfRevoking(payment) === undefined)
            payment = { ...payment, isRevoked: true };
          else if (kind === 'report' && aTry)
            payment = withReport(payment, aTry, reportOf(state, { amount }));
          else if (kind === 'refund' && aTry) {
            const request = {
              tryId: aTry.id,
              amount,
              believedLeft: refundableOf(payment, aTry),
              isOutside: false,
            };
            if (checkRefund(payment, request, now).length === 0)
              payment = withRefund(payment, aTry.id, amount);
          } else if (kind === 'refund-report' && aRefund) {
            const report = { state: refundState, amount: aRefund.amount, refundId: '', doneAt: now };
            const next = decideRefundReport(aRefund, report) ?? aRefund.state;
            const refunds = payment.refunds.map((one) => (one === aRefund ? { ...one, state: next } : one));
            payment = { ...payment, refunds };
          }
          expectSound(payment);
        }
      }),
      { numRuns: 2000 },
    );
  });

  function withReport(payment: Payment, aTry: PaymentTry, report: TryReport): Payment {
    const change = decideTryReport(payment, aTry, report, merchant);
    if (!change) return payment;
    const { state, paid, counts, surplus } = change;
    const tries = payment.tries.map((one) =>
      one === aTry ? { ...one, state, paid, counts, paidAt: now } : one,
    );
    const changed = { ...payment, tries };
    return surplus === undefined ? changed : withRefund(changed, aTry.id, paid);
  }

  function withRefund(payment: Payment, tryId: string, amount: number): Payment {
    const refund = { ...refundOf(amount, 'requested', tryId), id: `r${payment.refunds.length}` };
    return { ...payment, refunds: [...payment.refunds, refund] };
  }

  function expectSound(payment: Payment): void {
    expect(payment.tries.filter(({ counts }) => counts).length).toBeLessThanOrEqual(1);
    expect(payment.tries.filter(isOpenTry).length).toBeLessThanOrEqual(1);
    for (const aTry of payment.tries) {
      const { done, pending } = refundsOfTry(payment, aTry.id);
      expect(done + pending).toBeLessThanOrEqual(aTry.paid);
      if (aTry.state === 'paid' && !aTry.counts && countingTry(payment)) expect(aTry.amount).toBe(aTry.paid);
    }
  }
});
