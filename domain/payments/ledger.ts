import {
  PaymentNoticeStatus,
  PaymentStatus,
  RefundReason,
  type RefundType,
} from '../enumerations/payment.ts';
import type { Problem } from '../refusals/refusals.ts';
import { paymentLimits } from './limits.ts';
import { amountText, formatYuan, isFen } from './money.ts';

/**
 * One order of payment (缴款书) with its tries and refunds. Each code is a try of its own, and a refund belongs to a
 * try, so that the refund of a second payment never looks like the refund of the first. Both lists of codes of the
 * specification are projections of this one machine (S1 §4). Amounts are in fen.
 */
export interface Payment {
  total: number;
  isRevoked: boolean;
  tries: readonly PaymentTry[];
  refunds: readonly PaymentRefund[];
}

/**
 * `opening`: sent to the gateway without an answer so far; `open`: its code can be paid; `differs`: money has arrived,
 * but amount, payee or currency is not the expected one; `failed`: the gateway has refused or never received it.
 */
export type TryState = 'opening' | 'open' | 'paid' | 'differs' | 'closed' | 'failed';

export const tryStateLabel: Record<TryState, string> = {
  opening: '正在生成二维码',
  open: '等待付款',
  paid: '已到账',
  differs: '到账但不符',
  closed: '已关闭',
  failed: '未成功',
};

export interface PaymentTry {
  id: string;
  state: TryState;
  amount: number;
  /** Amount that has arrived; 0 while none has. */
  paid: number;
  paidAt: Date | null;
  /** True for the only try that pays the order of payment; other paid tries are refunded. */
  counts: boolean;
}

/**
 * `requested`: sent to the gateway without an answer so far; `abnormal`: the bank has failed, which is not final;
 * `closed`: ended by the gateway without a refund; `refused`: the gateway did not accept it.
 */
export type RefundState = 'requested' | 'pending' | 'abnormal' | 'done' | 'closed' | 'refused';

export const refundStateLabel: Record<RefundState, string> = {
  requested: '已提交',
  pending: '退款中',
  abnormal: '退款异常',
  done: '已退款',
  closed: '退款关闭',
  refused: '渠道未受理',
};

export interface PaymentRefund {
  id: string;
  tryId: string;
  amount: number;
  state: RefundState;
  type: RefundType;
  reason: RefundReason;
}

const pendingStates: readonly RefundState[] = ['requested', 'pending', 'abnormal'];

export function isOpenTry({ state }: Pick<PaymentTry, 'state'>): boolean {
  return state === 'opening' || state === 'open';
}

function isPendingRefund({ state }: Pick<PaymentRefund, 'state'>): boolean {
  return pendingStates.includes(state);
}

/** Returns the try that pays the order of payment; undefined while it is not paid. */
export function countingTry({ tries }: Pick<Payment, 'tries'>): PaymentTry | undefined {
  return tries.find(({ counts }) => counts);
}

/** Returns the amounts of the refunds of one try: those that are done, and those that may still be done. */
export function refundsOfTry({ refunds }: Pick<Payment, 'refunds'>, tryId: string) {
  const ofTry = refunds.filter((refund) => refund.tryId === tryId);
  const sumOf = (isCounted: (refund: PaymentRefund) => boolean) =>
    ofTry.filter(isCounted).reduce((sum, { amount }) => sum + amount, 0);
  return {
    count: ofTry.length,
    done: sumOf(({ state }) => state === 'done'),
    pending: sumOf(isPendingRefund),
  };
}

/** Returns the amount of a try that can still be refunded. */
export function refundableOf(payment: Payment, { id, paid }: Pick<PaymentTry, 'id' | 'paid'>): number {
  const { done, pending } = refundsOfTry(payment, id);
  return paid - done - pending;
}

/** Returns the state as a payment notice (S1 §4). Refunds of other tries than the counting one do not change it. */
export function noticeStatusOf(payment: Payment): PaymentNoticeStatus {
  const counting = countingTry(payment);
  if (counting) {
    const { done, pending } = refundsOfTry(payment, counting.id);
    if (pending > 0) return PaymentNoticeStatus.refunding;
    return done === counting.paid ? PaymentNoticeStatus.refunded : PaymentNoticeStatus.paid;
  }
  if (payment.isRevoked) return PaymentNoticeStatus.revoked;
  return payment.tries.some(isOpenTry) ? PaymentNoticeStatus.paying : PaymentNoticeStatus.unpaid;
}

/** Returns the state as a payment of non-tax income (S1 §4). */
export function paymentStatusOf(payment: Payment): PaymentStatus {
  const last = payment.tries.at(-1);
  const hasFailed = last !== undefined && ['failed', 'closed', 'differs'].includes(last.state);
  const byNotice: Record<PaymentNoticeStatus, PaymentStatus> = {
    [PaymentNoticeStatus.unpaid]: hasFailed ? PaymentStatus.failed : PaymentStatus.unpaid,
    [PaymentNoticeStatus.paying]: PaymentStatus.unpaid,
    [PaymentNoticeStatus.paid]: PaymentStatus.succeeded,
    [PaymentNoticeStatus.refunding]: PaymentStatus.refunding,
    [PaymentNoticeStatus.refunded]: PaymentStatus.refunded,
    [PaymentNoticeStatus.revoked]: PaymentStatus.revoked,
  };
  return byNotice[noticeStatusOf(payment)];
}

/** Returns the reason why no code can be opened; undefined if one can. There is never a second code beside an open one. */
export function problemOfOpening(payment: Payment): string | undefined {
  if (countingTry(payment)) return '该缴款书已缴费';
  if (payment.isRevoked) return '该缴款书已撤销，不用缴费';
  if (payment.tries.some(isOpenTry)) return '已有可用的二维码';
  if (payment.tries.length >= paymentLimits.tries)
    return `该缴款书已生成过${paymentLimits.tries}个二维码，请撤销后重新开具`;
  return undefined;
}

/** Returns the reason why it cannot be revoked; undefined if it can: only while unpaid, with no code that can be paid. */
export function problemOfRevoking(payment: Payment): string | undefined {
  if (countingTry(payment)) return '该缴款书已缴费，不能撤销；如需退还，请办理退款';
  if (payment.isRevoked) return '该缴款书已撤销';
  return payment.tries.some(isOpenTry) ? '二维码尚未关闭，请稍后再撤销' : undefined;
}

/** State of a transaction by the gateway's own answer to a query. */
export interface TryReport {
  state: 'waiting' | 'paid' | 'closed' | 'missing';
  /** Fen, for `paid`. */
  amount: number;
  currency: string;
  merchantId: string;
  transactionId: string;
  paidAt: Date | null;
}

/** Change of a try by a report; `surplus` is set if its money must be refunded by the portal itself. */
export interface TryChange {
  state: TryState;
  paid: number;
  counts: boolean;
  surplus?: RefundReason;
  /** Difference from the expected payment, for people. */
  difference?: string;
}

/**
 * Decides on the gateway's state of a try; null if nothing changes. A state never goes back: a paid try stays paid
 * whatever is reported later. The first try with the right amount counts; later ones, and one of a revoked order of
 * payment, are surplus.
 */
export function decideTryReport(
  payment: Payment,
  { state, amount }: Pick<PaymentTry, 'state' | 'amount'>,
  report: TryReport,
  merchantId: string,
): TryChange | null {
  if (state === 'paid' || state === 'differs') return null;
  if (report.state === 'paid') {
    const difference = differenceOf(amount, report, merchantId);
    if (difference !== undefined) return { state: 'differs', paid: report.amount, counts: false, difference };
    const counts = !payment.isRevoked && !countingTry(payment);
    const surplus = payment.isRevoked ? RefundReason.business : RefundReason.repeatedOnline;
    return { state: 'paid', paid: report.amount, counts, ...(!counts && { surplus }) };
  }
  if (!isOpenTry({ state })) return null;
  if (report.state === 'closed') return { state: 'closed', paid: 0, counts: false };
  return report.state === 'missing' && state === 'opening'
    ? { state: 'failed', paid: 0, counts: false }
    : null;
}

function differenceOf(amount: number, report: TryReport, merchantId: string): string | undefined {
  if (report.currency !== 'CNY') return `币种不是人民币（${report.currency.slice(0, 8)}）`;
  if (report.merchantId !== merchantId) return '收款商户不同';
  return report.amount === amount
    ? undefined
    : `应缴 ${formatYuan(amount)} 元，到账 ${formatYuan(report.amount)} 元`;
}

/** A requested refund. `believedLeft` is the refundable amount that the person saw. */
export interface RefundRequest {
  tryId: string;
  amount: number;
  believedLeft: number;
  /** True if the money is paid back outside the gateway, and only recorded here. */
  isOutside: boolean;
}

/** Finds all problems of a refund; done and pending refunds of a try together never exceed the money that arrived. */
export function checkRefund(payment: Payment, request: RefundRequest, now: Date): Problem[] {
  const { tryId, amount, believedLeft, isOutside } = request;
  const paidTry = payment.tries.find(({ id }) => id === tryId);
  if (!paidTry || paidTry.paid === 0) return [{ field: 'tryId', message: '该笔交易没有到账的款项' }];
  const left = refundableOf(payment, paidTry);
  const problems: Problem[] = [];
  if (!isFen(amount) || amount === 0) problems.push({ field: 'amount', message: amountText.notPositive });
  else if (amount > left) problems.push({ field: 'amount', message: `最多可退 ${formatYuan(left)} 元` });
  if (believedLeft !== left)
    problems.push({
      field: 'believedLeft',
      message: `可退金额已变为 ${formatYuan(left)} 元，请核对后再退款`,
    });
  const outside = isOutside ? undefined : problemOfGateway(payment, paidTry, now);
  if (outside !== undefined) problems.push({ field: 'isOutside', message: outside });
  return problems;
}

/** Returns the reason why the gateway no longer refunds this try; undefined if it does. */
export function problemOfGateway(payment: Payment, paidTry: PaymentTry, now: Date): string | undefined {
  if (refundsOfTry(payment, paidTry.id).count >= paymentLimits.refundsOfTry)
    return `该笔交易已退款${paymentLimits.refundsOfTry}次，渠道不再受理，请在渠道外退款后登记`;
  const paidAt = paidTry.paidAt?.getTime() ?? now.getTime();
  return now.getTime() - paidAt > paymentLimits.refundDays * 86_400_000
    ? '缴费已超过一年，渠道不再受理退款，请在渠道外退款后登记'
    : undefined;
}

/** State of a refund by the gateway's own answer. */
export interface RefundReport {
  state: 'pending' | 'done' | 'abnormal' | 'closed' | 'missing';
  amount: number;
  refundId: string;
  doneAt: Date | null;
}

/**
 * Decides on the gateway's state of a refund; null if nothing changes. Only the gateway ends a refund: neither time
 * nor a failed call does. A refund of another amount than requested is not taken for done.
 */
export function decideRefundReport(
  { state, amount }: Pick<PaymentRefund, 'state' | 'amount'>,
  report: RefundReport,
): RefundState | null {
  if (!isPendingRefund({ state }) || report.state === 'missing') return null;
  const reported = report.state === 'done' && report.amount !== amount ? 'abnormal' : report.state;
  return reported === state ? null : reported;
}
