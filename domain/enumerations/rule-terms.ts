import { hasCode } from './code-list.ts';

/** Who checks (S2 Enumerations; the codes are ours). */
export const AuditMethod = {
  manual: 'manual',
  smart: 'smart',
} as const;
export type AuditMethod = (typeof AuditMethod)[keyof typeof AuditMethod];

export const auditMethodLabel: Record<AuditMethod, string> = {
  [AuditMethod.manual]: '人工审核',
  [AuditMethod.smart]: '智能审核',
};

export function isAuditMethod(value: unknown): value is AuditMethod {
  return hasCode(AuditMethod, value);
}

/** How a rule compares two values (S2 Enumerations). */
export const ComparisonOperator = {
  greater: 'GT',
  equal: 'EQ',
  less: 'LT',
  greaterOrEqual: 'GE',
  lessOrEqual: 'LE',
} as const;
export type ComparisonOperator = (typeof ComparisonOperator)[keyof typeof ComparisonOperator];

export const comparisonOperatorLabel: Record<ComparisonOperator, string> = {
  [ComparisonOperator.greater]: '大于',
  [ComparisonOperator.equal]: '等于',
  [ComparisonOperator.less]: '小于',
  [ComparisonOperator.greaterOrEqual]: '大于等于',
  [ComparisonOperator.lessOrEqual]: '小于等于',
};

export function isComparisonOperator(value: unknown): value is ComparisonOperator {
  return hasCode(ComparisonOperator, value);
}

/** What a configured check calls (S2 Enumerations; the codes are ours). */
export const ValidationKind = {
  sharedRule: 'shared-rule',
  interface: 'interface',
  element: 'element',
  jsScript: 'js-script',
  backendScript: 'backend-script',
  orchestration: 'orchestration',
} as const;
export type ValidationKind = (typeof ValidationKind)[keyof typeof ValidationKind];

export const validationKindLabel: Record<ValidationKind, string> = {
  [ValidationKind.sharedRule]: '共享规则',
  [ValidationKind.interface]: '接口',
  [ValidationKind.element]: '要素',
  [ValidationKind.jsScript]: 'JS脚本',
  [ValidationKind.backendScript]: '后端脚本',
  [ValidationKind.orchestration]: '服务编排',
};

export function isValidationKind(value: unknown): value is ValidationKind {
  return hasCode(ValidationKind, value);
}

/** What a rule is for (S2 Enumerations; the codes are ours). */
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
  [RuleType.verification]: '核验',
  [RuleType.generation]: '生成',
  [RuleType.flowCondition]: '流程条件',
  [RuleType.notification]: '通知',
  [RuleType.script]: '脚本',
};

export function isRuleType(value: unknown): value is RuleType {
  return hasCode(RuleType, value);
}
