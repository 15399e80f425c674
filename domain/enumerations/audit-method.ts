import { hasCode } from './code-list.ts';

/** Ways to audit a matter: by a person or by a rule (S2, audit method; the codes are ours). */
export const AuditMethod = { manual: 'manual', smart: 'smart' } as const;
export type AuditMethod = (typeof AuditMethod)[keyof typeof AuditMethod];

export const auditMethodLabel: Record<AuditMethod, string> = {
  [AuditMethod.manual]: '人工审核',
  [AuditMethod.smart]: '智能审核',
};

export function isAuditMethod(value: unknown): value is AuditMethod {
  return hasCode(AuditMethod, value);
}
