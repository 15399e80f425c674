import { hasCode } from './code-list.ts';

/** Until when a missing paper may be handed in later; `H02` is the default (S1 Other enumerations). */
export const SupplementTerm = {
  beforeReceipt: 'H01',
  beforeConclusion: 'H02',
  beforeIssue: 'H03',
} as const;
export type SupplementTerm = (typeof SupplementTerm)[keyof typeof SupplementTerm];

export const supplementTermLabel: Record<SupplementTerm, string> = {
  [SupplementTerm.beforeReceipt]: '收件前',
  [SupplementTerm.beforeConclusion]: '办结前',
  [SupplementTerm.beforeIssue]: '出证前',
};

export function isSupplementTerm(value: unknown): value is SupplementTerm {
  return hasCode(SupplementTerm, value);
}

/** How far a rare supplement has come (S1 Other enumerations). */
export const SupplementRecordStatus = {
  pending: 0,
  awaitingAudit: 1,
  done: 2,
  rejected: 3,
  autoEnded: 4,
} as const;
export type SupplementRecordStatus = (typeof SupplementRecordStatus)[keyof typeof SupplementRecordStatus];

export const supplementRecordStatusLabel: Record<SupplementRecordStatus, string> = {
  [SupplementRecordStatus.pending]: '待补充',
  [SupplementRecordStatus.awaitingAudit]: '线上待审核',
  [SupplementRecordStatus.done]: '已补充',
  [SupplementRecordStatus.rejected]: '已驳回',
  [SupplementRecordStatus.autoEnded]: '逾期自动终止',
};

export function isSupplementRecordStatus(value: unknown): value is SupplementRecordStatus {
  return hasCode(SupplementRecordStatus, value);
}
