import { hasCode } from './code-list.ts';

/** State of a non-tax payment (S1 Other enumerations). */
export const PaymentStatus = {
  unpaid: 1,
  failed: 2,
  revoked: 3,
  success: 4,
  fullyRefunded: 5,
  refunding: 6,
} as const;
export type PaymentStatus = (typeof PaymentStatus)[keyof typeof PaymentStatus];

export const paymentStatusLabel: Record<PaymentStatus, string> = {
  [PaymentStatus.unpaid]: '未缴费',
  [PaymentStatus.failed]: '缴费失败',
  [PaymentStatus.revoked]: '已撤销',
  [PaymentStatus.success]: '缴费成功',
  [PaymentStatus.fullyRefunded]: '已全额退款',
  [PaymentStatus.refunding]: '退款中',
};

export function isPaymentStatus(value: unknown): value is PaymentStatus {
  return hasCode(PaymentStatus, value);
}

/** State of a payment notice on the trace (S1 Other enumerations). */
export const PaymentNoticeStatus = {
  unpaid: '0',
  inProgress: '1',
  paid: '2',
  refunding: '-1',
  refunded: '-2',
  revoked: '-3',
} as const;
export type PaymentNoticeStatus = (typeof PaymentNoticeStatus)[keyof typeof PaymentNoticeStatus];

export const paymentNoticeStatusLabel: Record<PaymentNoticeStatus, string> = {
  [PaymentNoticeStatus.unpaid]: '待缴费',
  [PaymentNoticeStatus.inProgress]: '缴费中',
  [PaymentNoticeStatus.paid]: '已缴费',
  [PaymentNoticeStatus.refunding]: '退款中',
  [PaymentNoticeStatus.refunded]: '已退款',
  [PaymentNoticeStatus.revoked]: '已撤销',
};

export function isPaymentNoticeStatus(value: unknown): value is PaymentNoticeStatus {
  return hasCode(PaymentNoticeStatus, value);
}
