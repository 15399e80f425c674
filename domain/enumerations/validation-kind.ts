import { hasCode } from './code-list.ts';

/** Ways to check a rule (S2, validation kinds; the codes are ours). */
export const ValidationKind = {
  sharedRule: 'shared-rule',
  interface: 'interface',
  element: 'element',
  jsScript: 'js-script',
  backendScript: 'backend-script',
  serviceOrchestration: 'service-orchestration',
} as const;
export type ValidationKind = (typeof ValidationKind)[keyof typeof ValidationKind];

export const validationKindLabel: Record<ValidationKind, string> = {
  [ValidationKind.sharedRule]: '共享规则',
  [ValidationKind.interface]: '接口',
  [ValidationKind.element]: '要素',
  [ValidationKind.jsScript]: 'JS脚本',
  [ValidationKind.backendScript]: '后台脚本',
  [ValidationKind.serviceOrchestration]: '服务编排',
};

export function isValidationKind(value: unknown): value is ValidationKind {
  return hasCode(ValidationKind, value);
}
