import { hasCode } from './code-list.ts';

/** Ways to countersign: each person signs, or each group does (S1 Other enumerations). */
export const CountersignWay = {
  perPerson: 1,
  perGroup: 2,
} as const;
export type CountersignWay = (typeof CountersignWay)[keyof typeof CountersignWay];

export const countersignWayLabel: Record<CountersignWay, string> = {
  [CountersignWay.perPerson]: '按人员会签',
  [CountersignWay.perGroup]: '按分组会签',
};

export function isCountersignWay(value: unknown): value is CountersignWay {
  return hasCode(CountersignWay, value);
}

/**
 * Orders of a countersign: the signers answer in any order, or one after the other (S1 Other enumerations).
 */
export const CountersignOrder = {
  any: 1,
  sequential: 2,
} as const;
export type CountersignOrder = (typeof CountersignOrder)[keyof typeof CountersignOrder];

export const countersignOrderLabel: Record<CountersignOrder, string> = {
  [CountersignOrder.any]: '任意顺序',
  [CountersignOrder.sequential]: '依次会签',
};

export function isCountersignOrder(value: unknown): value is CountersignOrder {
  return hasCode(CountersignOrder, value);
}

/** Destination of the order after the last signer (S1 §4). */
export const CountersignFlowCondition = {
  returnToRequester: 1,
  advance: 2,
} as const;
export type CountersignFlowCondition =
  (typeof CountersignFlowCondition)[keyof typeof CountersignFlowCondition];

export const countersignFlowConditionLabel: Record<CountersignFlowCondition, string> = {
  [CountersignFlowCondition.returnToRequester]: '返回发起人',
  [CountersignFlowCondition.advance]: '自动进入下一环节',
};

export function isCountersignFlowCondition(value: unknown): value is CountersignFlowCondition {
  return hasCode(CountersignFlowCondition, value);
}

/** Answers of a signer; no value until the signer has answered. */
export const CountersignResult = {
  pass: 1,
  fail: 2,
} as const;
export type CountersignResult = (typeof CountersignResult)[keyof typeof CountersignResult];

export const countersignResultLabel: Record<CountersignResult, string> = {
  [CountersignResult.pass]: '通过',
  [CountersignResult.fail]: '不通过',
};

export function isCountersignResult(value: unknown): value is CountersignResult {
  return hasCode(CountersignResult, value);
}
