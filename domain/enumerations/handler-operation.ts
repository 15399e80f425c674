import { hasCode } from './code-list.ts';

/**
 * Operations of a handler at a node, as stored in the trace (S1 §4); 12 to 14 have the codes of the operation
 * bar.
 */
export const HandlerOperation = {
  handle: 1,
  return: 2,
  addSigner: 3,
  terminate: 4,
  startCountersign: 5,
  withdraw: 6,
  urge: 7,
  delegate: 8,
  forward: 9,
  chooseBranch: 12,
  void: 13,
  submit: 14,
} as const;
export type HandlerOperation = (typeof HandlerOperation)[keyof typeof HandlerOperation];

export const handlerOperationLabel: Record<HandlerOperation, string> = {
  [HandlerOperation.handle]: '办理',
  [HandlerOperation.return]: '退回',
  [HandlerOperation.addSigner]: '加签',
  [HandlerOperation.terminate]: '终止',
  [HandlerOperation.startCountersign]: '会签',
  [HandlerOperation.withdraw]: '撤回',
  [HandlerOperation.urge]: '催办',
  [HandlerOperation.delegate]: '委派',
  [HandlerOperation.forward]: '转交',
  [HandlerOperation.chooseBranch]: '选择分支',
  [HandlerOperation.void]: '作废',
  [HandlerOperation.submit]: '提交',
};

/** Operations by which a handler asks other people; their tasks are named after it. */
export const RequestOperation = {
  countersign: HandlerOperation.startCountersign,
  signers: HandlerOperation.addSigner,
  delegation: HandlerOperation.delegate,
  earlierHandler: HandlerOperation.return,
} as const;
export type RequestOperation = (typeof RequestOperation)[keyof typeof RequestOperation];

export const requestLabel: Record<RequestOperation, string> = {
  [RequestOperation.countersign]: '会签',
  [RequestOperation.signers]: '加签',
  [RequestOperation.delegation]: '委派',
  [RequestOperation.earlierHandler]: '退回经办人',
};

export function isHandlerOperation(value: unknown): value is HandlerOperation {
  return hasCode(HandlerOperation, value);
}
