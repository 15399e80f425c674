import { hasCode } from './code-list.ts';

/** Deadline for supplying missing material; by default before completion (S1 §4). */
export const SupplementTerm = {
  beforeReceipt: 'H01',
  beforeCompletion: 'H02',
  beforeIssue: 'H03',
} as const;
export type SupplementTerm = (typeof SupplementTerm)[keyof typeof SupplementTerm];

export const supplementTermLabel: Record<SupplementTerm, string> = {
  [SupplementTerm.beforeReceipt]: '收件前',
  [SupplementTerm.beforeCompletion]: '办结前',
  [SupplementTerm.beforeIssue]: '出证前',
};

export function isSupplementTerm(value: unknown): value is SupplementTerm {
  return hasCode(SupplementTerm, value);
}

/** States of a supplement (S1 §4). */
export const SupplementRecordStatus = {
  pending: 0,
  awaitingAudit: 1,
  done: 2,
  rejected: 3,
  ended: 4,
} as const;
export type SupplementRecordStatus = (typeof SupplementRecordStatus)[keyof typeof SupplementRecordStatus];

export const supplementRecordStatusLabel: Record<SupplementRecordStatus, string> = {
  [SupplementRecordStatus.pending]: '待补充',
  [SupplementRecordStatus.awaitingAudit]: '线上待审核',
  [SupplementRecordStatus.done]: '已补充',
  [SupplementRecordStatus.rejected]: '审核不通过',
  [SupplementRecordStatus.ended]: '超期自动终止',
};

export function isSupplementRecordStatus(value: unknown): value is SupplementRecordStatus {
  return hasCode(SupplementRecordStatus, value);
}
