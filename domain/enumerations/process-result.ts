import { hasCode } from './code-list.ts';

/** Decisions about the order that a handler's button makes in addition to advancing it (S1 §4). */
export const ProcessResult = {
  preReviewRejected: 1001,
  notAccepted: 1002,
  preReviewPassed: 2001,
  correctionRequested: 3001,
  accepted: 2004,
  receiptConfirmed: 2006,
  outputConfirmed: 14001,
} as const;
export type ProcessResult = (typeof ProcessResult)[keyof typeof ProcessResult];

export const processResultLabel: Record<ProcessResult, string> = {
  [ProcessResult.preReviewRejected]: '预审不通过',
  [ProcessResult.notAccepted]: '不予受理',
  [ProcessResult.preReviewPassed]: '预审通过',
  [ProcessResult.correctionRequested]: '发起补正',
  [ProcessResult.accepted]: '予以受理',
  [ProcessResult.receiptConfirmed]: '确认收件',
  [ProcessResult.outputConfirmed]: '确认出证',
};

export function isProcessResult(value: unknown): value is ProcessResult {
  return hasCode(ProcessResult, value);
}
