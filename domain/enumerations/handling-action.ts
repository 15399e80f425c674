import { hasCode } from './code-list.ts';

/** What a button of the handler bar asks for; strings, because `01` and `1` would differ (S1 §4). */
export const HandlingAction = {
  countersignPass: '01',
  countersignFail: '02',
  startCountersign: '3',
  recall: '6',
  urge: '7',
  validateForm: '8',
  chooseBranch: '12',
  void: '13',
  resubmit: '14',
  rareSupplement: '2006',
} as const;
export type HandlingAction = (typeof HandlingAction)[keyof typeof HandlingAction];

export const handlingActionLabel: Record<HandlingAction, string> = {
  [HandlingAction.countersignPass]: '会签通过',
  [HandlingAction.countersignFail]: '会签不通过',
  [HandlingAction.startCountersign]: '发起会签',
  [HandlingAction.recall]: '撤回',
  [HandlingAction.urge]: '催办',
  [HandlingAction.validateForm]: '校验表单',
  [HandlingAction.chooseBranch]: '选择分支',
  [HandlingAction.void]: '作废',
  [HandlingAction.resubmit]: '提交',
  [HandlingAction.rareSupplement]: '容缺补充',
};

export function isHandlingAction(value: unknown): value is HandlingAction {
  return hasCode(HandlingAction, value);
}
