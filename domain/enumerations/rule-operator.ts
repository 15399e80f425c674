import { hasCode } from './code-list.ts';

/** Comparison operators of a rule's condition (S2, enumerations). */
export const RuleOperator = {
  greater: 'GT',
  equal: 'EQ',
  less: 'LT',
  greaterOrEqual: 'GE',
  lessOrEqual: 'LE',
} as const;
export type RuleOperator = (typeof RuleOperator)[keyof typeof RuleOperator];

export const ruleOperatorLabel: Record<RuleOperator, string> = {
  [RuleOperator.greater]: '大于',
  [RuleOperator.equal]: '等于',
  [RuleOperator.less]: '小于',
  [RuleOperator.greaterOrEqual]: '大于等于',
  [RuleOperator.lessOrEqual]: '小于等于',
};

export function isRuleOperator(value: unknown): value is RuleOperator {
  return hasCode(RuleOperator, value);
}
