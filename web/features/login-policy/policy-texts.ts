import type { LoginPolicy, LoginPolicyEffect } from '#contract/login-policy.ts';

/** The part of a policy that a person changes in the dialog. */
export interface PolicyDraft {
  obligedRoles: readonly string[];
  secondFactorAfterSignOn: boolean;
  passwordMaxAgeDays: number | null;
  passwordWarnDays: number;
}

export const policyLabels: Record<keyof PolicyDraft, string> = {
  passwordMaxAgeDays: '密码最长使用天数',
  passwordWarnDays: '到期前提醒天数',
  obligedRoles: '必须使用二次验证的角色',
  secondFactorAfterSignOn: '统一身份认证登录后仍须二次验证',
};

/** Returns the policy in force as the dialog's draft. */
export const draftOf = (policy: LoginPolicy): PolicyDraft => ({
  obligedRoles: policy.roles.flatMap(({ code, obliged }) => (obliged ? [code] : [])),
  secondFactorAfterSignOn: policy.secondFactorAfterSignOn,
  passwordMaxAgeDays: policy.passwordMaxAgeDays,
  passwordWarnDays: policy.passwordWarnDays,
});

/** Returns the value of one rule of a policy as text; empty if no role is listed. */
export function textOf({ roles }: LoginPolicy, field: keyof PolicyDraft, draft: PolicyDraft): string {
  if (field === 'obligedRoles')
    return draft.obligedRoles
      .map((code) => roles.find((role) => role.code === code)?.name ?? code)
      .join('、');
  if (field === 'secondFactorAfterSignOn') return draft.secondFactorAfterSignOn ? '是' : '否';
  return draft[field] === null ? '不限' : `${draft[field]} 天`;
}

/** Returns a sentence for each group of people whom a policy affects; none if it affects nobody. */
export function effectTexts({ passwordsExpired, factorsMissing }: LoginPolicyEffect): string[] {
  return [
    ...(passwordsExpired > 0 ? [`保存后，${passwordsExpired} 人下次登录须修改密码。`] : []),
    ...(factorsMissing > 0 ? [`保存后，${factorsMissing} 人下次登录须设置二次验证。`] : []),
  ];
}
