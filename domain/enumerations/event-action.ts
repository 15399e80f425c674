import { hasCode } from './code-list.ts';

/**
 * Actions that a process may trigger when a node is completed (S1 and S2, event actions; the codes are ours).
 */
export const EventAction = {
  rejectPreReview: 'reject-pre-review',
  notAccepted: 'not-accepted',
  passPreReview: 'pass-pre-review',
  startCorrection: 'start-correction',
  confirmAcceptance: 'confirm-acceptance',
  confirmReceipt: 'confirm-receipt',
  confirmIssue: 'confirm-issue',
  copyNotice: 'copy-notice',
} as const;
export type EventAction = (typeof EventAction)[keyof typeof EventAction];

export const eventActionLabel: Record<EventAction, string> = {
  [EventAction.rejectPreReview]: '预审不通过',
  [EventAction.notAccepted]: '不予受理',
  [EventAction.passPreReview]: '预审通过',
  [EventAction.startCorrection]: '发起补正',
  [EventAction.confirmAcceptance]: '确认受理',
  [EventAction.confirmReceipt]: '确认收件',
  [EventAction.confirmIssue]: '确认出证',
  [EventAction.copyNotice]: '抄送通知',
};

export function isEventAction(value: unknown): value is EventAction {
  return hasCode(EventAction, value);
}
