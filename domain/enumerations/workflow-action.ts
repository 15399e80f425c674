import { hasCode } from './code-list.ts';

/**
 * Operations of people on an order, by the names of the actions that perform them (S1 Other enumerations).
 */
export const WorkflowAction = {
  handle: 'handle',
  return: 'return',
  addSigners: 'addSigners',
  terminate: 'terminate',
  withdraw: 'withdraw',
  urge: 'urge',
  delegate: 'delegate',
  forward: 'forward',
  copy: 'copy',
  chooseBranch: 'chooseBranch',
  returnToHandler: 'returnToHandler',
  submitToHandler: 'submitToHandler',
} as const;
export type WorkflowAction = (typeof WorkflowAction)[keyof typeof WorkflowAction];

export const workflowActionLabel: Record<WorkflowAction, string> = {
  [WorkflowAction.handle]: '办理',
  [WorkflowAction.return]: '退回',
  [WorkflowAction.addSigners]: '加签',
  [WorkflowAction.terminate]: '终止',
  [WorkflowAction.withdraw]: '撤回',
  [WorkflowAction.urge]: '催办',
  [WorkflowAction.delegate]: '委派',
  [WorkflowAction.forward]: '转交',
  [WorkflowAction.copy]: '抄送',
  [WorkflowAction.chooseBranch]: '选择分支',
  [WorkflowAction.returnToHandler]: '退回经办人',
  [WorkflowAction.submitToHandler]: '退回经办人后提交',
};

export function isWorkflowAction(value: unknown): value is WorkflowAction {
  return hasCode(WorkflowAction, value);
}
