import { hasCode } from './code-list.ts';

/** Purposes of a rule (S2, rule types; the codes are ours). */
export const RuleType = {
  sharingReuse: 'sharing-reuse',
  verification: 'verification',
  generation: 'generation',
  flowCondition: 'flow-condition',
  notification: 'notification',
  script: 'script',
} as const;
export type RuleType = (typeof RuleType)[keyof typeof RuleType];

export const ruleTypeLabel: Record<RuleType, string> = {
  [RuleType.sharingReuse]: '共享复用',
  [RuleType.verification]: '校验',
  [RuleType.generation]: '生成',
  [RuleType.flowCondition]: '流转条件',
  [RuleType.notification]: '通知',
  [RuleType.script]: '脚本',
};

export function isRuleType(value: unknown): value is RuleType {
  return hasCode(RuleType, value);
}
