import { hasCode } from './code-list.ts';

/** Ways in which a process names the handlers of a node (S1 and S2, approver kinds; the codes are ours). */
export const ApproverKind = {
  person: 'person',
  role: 'role',
  organisation: 'organisation',
  variable: 'variable',
  previousNodeHandler: 'previous-node-handler',
} as const;
export type ApproverKind = (typeof ApproverKind)[keyof typeof ApproverKind];

export const approverKindLabel: Record<ApproverKind, string> = {
  [ApproverKind.person]: '人员',
  [ApproverKind.role]: '角色',
  [ApproverKind.organisation]: '组织机构',
  [ApproverKind.variable]: '变量',
  [ApproverKind.previousNodeHandler]: '前序节点处理人',
};

export function isApproverKind(value: unknown): value is ApproverKind {
  return hasCode(ApproverKind, value);
}
