import { hasCode } from './code-list.ts';

/** Who starts a refund (S1 Other enumerations; the codes are ours). */
export const RefundType = {
  manual: 'manual',
  automatic: 'automatic',
} as const;
export type RefundType = (typeof RefundType)[keyof typeof RefundType];

export const refundTypeLabel: Record<RefundType, string> = {
  [RefundType.manual]: '人工退款',
  [RefundType.automatic]: '自动退款',
};

export function isRefundType(value: unknown): value is RefundType {
  return hasCode(RefundType, value);
}

/** Why money goes back (S1 Other enumerations). */
export const RefundReason = {
  repeatOnline: 1,
  repeatOnlineAndOffline: 2,
  business: 3,
  other: 0,
} as const;
export type RefundReason = (typeof RefundReason)[keyof typeof RefundReason];

export const refundReasonLabel: Record<RefundReason, string> = {
  [RefundReason.repeatOnline]: '线上重复缴费',
  [RefundReason.repeatOnlineAndOffline]: '线上线下重复缴费',
  [RefundReason.business]: '业务原因',
  [RefundReason.other]: '其他',
};

export function isRefundReason(value: unknown): value is RefundReason {
  return hasCode(RefundReason, value);
}

/** Whether a fee is state revenue (S1 Other enumerations). */
export const FeeKind = {
  nonTax: '01',
  ordinary: '02',
} as const;
export type FeeKind = (typeof FeeKind)[keyof typeof FeeKind];

export const feeKindLabel: Record<FeeKind, string> = {
  [FeeKind.nonTax]: '非税缴费',
  [FeeKind.ordinary]: '普通缴费',
};

export function isFeeKind(value: unknown): value is FeeKind {
  return hasCode(FeeKind, value);
}

/** Whether a fee's amount is set beforehand (S1 Other enumerations; the codes are ours). */
export const AmountType = {
  fixed: 'fixed',
  variable: 'variable',
} as const;
export type AmountType = (typeof AmountType)[keyof typeof AmountType];

export const amountTypeLabel: Record<AmountType, string> = {
  [AmountType.fixed]: '固定金额',
  [AmountType.variable]: '非固定金额',
};

export function isAmountType(value: unknown): value is AmountType {
  return hasCode(AmountType, value);
}

/** The unit of every amount (S1 Other enumerations; the code is ours). */
export const AmountUnit = {
  yuan: 'yuan',
} as const;
export type AmountUnit = (typeof AmountUnit)[keyof typeof AmountUnit];

export const amountUnitLabel: Record<AmountUnit, string> = {
  [AmountUnit.yuan]: '元',
};

export function isAmountUnit(value: unknown): value is AmountUnit {
  return hasCode(AmountUnit, value);
}

/** Which way the money goes (S1 Other enumerations; the codes are ours). */
export const TransactionType = {
  pay: 'pay',
  refund: 'refund',
} as const;
export type TransactionType = (typeof TransactionType)[keyof typeof TransactionType];

export const transactionTypeLabel: Record<TransactionType, string> = {
  [TransactionType.pay]: '缴费',
  [TransactionType.refund]: '退款',
};

export function isTransactionType(value: unknown): value is TransactionType {
  return hasCode(TransactionType, value);
}

/** How a transaction ended (S1 Other enumerations; the codes are ours). */
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
