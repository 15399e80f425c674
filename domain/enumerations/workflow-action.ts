import { hasCode } from './code-list.ts';

/** What a process designer may put on a node as a button (S1 and S2, workflow actions; the codes are ours). */
export const WorkflowAction = {
  handle: 'handle',
  return: 'return',
  addSigner: 'add-signer',
  terminate: 'terminate',
  withdraw: 'withdraw',
  urge: 'urge',
  delegate: 'delegate',
  forward: 'forward',
  copy: 'copy',
  chooseBranch: 'choose-branch',
  returnToHandler: 'return-to-handler',
  returnToHandlerSubmit: 'return-to-handler-submit',
} as const;
export type WorkflowAction = (typeof WorkflowAction)[keyof typeof WorkflowAction];

export const workflowActionLabel: Record<WorkflowAction, string> = {
  [WorkflowAction.handle]: '办理',
  [WorkflowAction.return]: '退回',
  [WorkflowAction.addSigner]: '加签',
  [WorkflowAction.terminate]: '终止',
  [WorkflowAction.withdraw]: '撤回',
  [WorkflowAction.urge]: '催办',
  [WorkflowAction.delegate]: '委派',
  [WorkflowAction.forward]: '转交',
  [WorkflowAction.copy]: '抄送',
  [WorkflowAction.chooseBranch]: '选择分支',
  [WorkflowAction.returnToHandler]: '退回处理人',
  [WorkflowAction.returnToHandlerSubmit]: '退回处理人后提交',
};

export function isWorkflowAction(value: unknown): value is WorkflowAction {
  return hasCode(WorkflowAction, value);
}
