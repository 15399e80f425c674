import { hasCode } from './code-list.ts';

/** Recipients of notices (S1 and S2, notify targets; the codes are ours). */
export const NotifyTarget = {
  applicant: 'applicant',
  agent: 'agent',
  previousHandler: 'previous-handler',
  currentHandler: 'current-handler',
  nextHandler: 'next-handler',
  supervisor: 'supervisor',
} as const;
export type NotifyTarget = (typeof NotifyTarget)[keyof typeof NotifyTarget];

export const notifyTargetLabel: Record<NotifyTarget, string> = {
  [NotifyTarget.applicant]: '申请人',
  [NotifyTarget.agent]: '代办人',
  [NotifyTarget.previousHandler]: '上一环节处理人',
  [NotifyTarget.currentHandler]: '当前环节处理人',
  [NotifyTarget.nextHandler]: '下一环节处理人',
  [NotifyTarget.supervisor]: '督办人',
};

export function isNotifyTarget(value: unknown): value is NotifyTarget {
  return hasCode(NotifyTarget, value);
}
