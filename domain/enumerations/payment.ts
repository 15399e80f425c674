import { hasCode } from './code-list.ts';

/** States of a payment of non-tax income (S1 §4). */
export const PaymentStatus = {
  unpaid: 1,
  failed: 2,
  revoked: 3,
  succeeded: 4,
  refunded: 5,
  refunding: 6,
} as const;
export type PaymentStatus = (typeof PaymentStatus)[keyof typeof PaymentStatus];

export const paymentStatusLabel: Record<PaymentStatus, string> = {
  [PaymentStatus.unpaid]: '未缴费',
  [PaymentStatus.failed]: '缴费失败',
  [PaymentStatus.revoked]: '已撤销',
  [PaymentStatus.succeeded]: '缴费成功',
  [PaymentStatus.refunded]: '已全额退款',
  [PaymentStatus.refunding]: '退款中',
};

export function isPaymentStatus(value: unknown): value is PaymentStatus {
  return hasCode(PaymentStatus, value);
}

/** States of a payment notice; the codes are strings (S1 §4). */
export const PaymentNoticeStatus = {
  unpaid: '0',
  paying: '1',
  paid: '2',
  refunding: '-1',
  refunded: '-2',
  revoked: '-3',
} as const;
export type PaymentNoticeStatus = (typeof PaymentNoticeStatus)[keyof typeof PaymentNoticeStatus];

export const paymentNoticeStatusLabel: Record<PaymentNoticeStatus, string> = {
  [PaymentNoticeStatus.unpaid]: '未支付',
  [PaymentNoticeStatus.paying]: '支付中',
  [PaymentNoticeStatus.paid]: '已支付',
  [PaymentNoticeStatus.refunding]: '退款中',
  [PaymentNoticeStatus.refunded]: '已退款',
  [PaymentNoticeStatus.revoked]: '已撤销',
};

/** Hint to the person who pays or asks, by the state of the notice (S1 §4, S2 Enumerations); paid has none. */
export const paymentNoticeHint: Record<PaymentNoticeStatus, string> = {
  [PaymentNoticeStatus.unpaid]: '请确认缴费信息后支付',
  [PaymentNoticeStatus.paying]: '如已支付，请点击刷新状态',
  [PaymentNoticeStatus.paid]: '',
  [PaymentNoticeStatus.refunding]: '已发起退款，款项过一段时间退回付款人',
  [PaymentNoticeStatus.refunded]: '退款已通过',
  [PaymentNoticeStatus.revoked]: '不用缴费',
};

export function isPaymentNoticeStatus(value: unknown): value is PaymentNoticeStatus {
  return hasCode(PaymentNoticeStatus, value);
}

/** Ways of starting a refund (S1 §4; the codes are ours). */
export const RefundType = {
  manual: 'manual',
  automatic: 'auto',
} as const;
export type RefundType = (typeof RefundType)[keyof typeof RefundType];

export const refundTypeLabel: Record<RefundType, string> = {
  [RefundType.manual]: '人工退款',
  [RefundType.automatic]: '自动退款',
};

export function isRefundType(value: unknown): value is RefundType {
  return hasCode(RefundType, value);
}

/** Reasons for a refund (S1 §4). */
export const RefundReason = {
  repeatedOnline: 1,
  repeatedOnlineAndOffline: 2,
  business: 3,
  other: 0,
} as const;
export type RefundReason = (typeof RefundReason)[keyof typeof RefundReason];

export const refundReasonLabel: Record<RefundReason, string> = {
  [RefundReason.repeatedOnline]: '线上重复缴费',
  [RefundReason.repeatedOnlineAndOffline]: '线上线下重复缴费',
  [RefundReason.business]: '业务原因',
  [RefundReason.other]: '其他',
};

export function isRefundReason(value: unknown): value is RefundReason {
  return hasCode(RefundReason, value);
}

/** Kinds of the requested fee (S1 §4). */
export const FeeKind = {
  nonTax: '01',
  ordinary: '02',
} as const;
export type FeeKind = (typeof FeeKind)[keyof typeof FeeKind];

export const feeKindLabel: Record<FeeKind, string> = {
  [FeeKind.nonTax]: '非税收入',
  [FeeKind.ordinary]: '普通收费',
};

export function isFeeKind(value: unknown): value is FeeKind {
  return hasCode(FeeKind, value);
}

/** Ways in which the amount of a fee is determined (S1 §4; the codes are ours). */
export const AmountType = {
  fixed: 'fixed',
  variable: 'variable',
} as const;
export type AmountType = (typeof AmountType)[keyof typeof AmountType];

export const amountTypeLabel: Record<AmountType, string> = {
  [AmountType.fixed]: '固定金额',
  [AmountType.variable]: '可变金额',
};

export function isAmountType(value: unknown): value is AmountType {
  return hasCode(AmountType, value);
}

/** Direction of a payment (S1 §4; the codes are ours). */
export const TransactionType = {
  pay: 'pay',
  refund: 'refund',
} as const;
export type TransactionType = (typeof TransactionType)[keyof typeof TransactionType];

export const transactionTypeLabel: Record<TransactionType, string> = {
  [TransactionType.pay]: '支付',
  [TransactionType.refund]: '退款',
};

export function isTransactionType(value: unknown): value is TransactionType {
  return hasCode(TransactionType, value);
}

/** Results of a transaction (S1 §4; the codes are ours). */
export const TransactionResult = {
  success: 'success',
  failure: 'failure',
} as const;
export type TransactionResult = (typeof TransactionResult)[keyof typeof TransactionResult];

export const transactionResultLabel: Record<TransactionResult, string> = {
  [TransactionResult.success]: '成功',
  [TransactionResult.failure]: '失败',
};

export function isTransactionResult(value: unknown): value is TransactionResult {
  return hasCode(TransactionResult, value);
}
