import { z } from 'zod';
import { passwordAgeLimits, problemOfWarning } from '#domain/passwords/password-age.ts';
import { endpoint, idempotencyRefusals, pageOf, pageQuery, requiredText } from './endpoint.ts';
import { seenDigest } from './seen-state.ts';

/**
 * The office's rules for logins, and the second factors of its people: for the security administrator (0133).
 */

const passwordMaxAgeDays = z.number().int().min(1).max(passwordAgeLimits.maxDays).nullable();
const passwordWarnDays = z.number().int().min(0).max(passwordAgeLimits.maxWarnDays);

export const LoginPolicy = z.object({
  /** Null: passwords never expire. */
  passwordMaxAgeDays,
  passwordWarnDays,
  /** True if people who sign in by the unified login need the second factor too. */
  secondFactorAfterSignOn: z.boolean(),
  roles: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      runsPortal: z.boolean(),
      obliged: z.boolean(),
      /** Number of people in service who have the role, and of those with a second factor. */
      holders: z.number().int(),
      enrolled: z.number().int(),
    }),
  ),
  /** The person who last saved the policy; null if it has never been changed. */
  changed: z.object({ name: z.string(), at: z.iso.datetime() }).nullable(),
  digest: z.string(),
});
export type LoginPolicy = z.output<typeof LoginPolicy>;

/** Number of people in service whom a policy affects at their next sign-in. */
export const LoginPolicyEffect = z.object({
  /** People whose password is older than the policy allows, without those who must change it in any case. */
  passwordsExpired: z.number().int(),
  /** People of the roles that need a second factor who have none yet. */
  factorsMissing: z.number().int(),
});
export type LoginPolicyEffect = z.output<typeof LoginPolicyEffect>;

const obligedRoles = z.array(z.string().max(64)).max(200);

export const FactorHolder = z.object({
  staffId: z.string(),
  account: z.string(),
  name: z.string(),
  orgName: z.string(),
  roles: z.array(z.string()),
  obliged: z.boolean(),
  enrolledAt: z.iso.datetime().nullable(),
  recoveryCodesLeft: z.number().int(),
  /** True if there is a second factor, and it is not the caller's own. */
  canReset: z.boolean(),
});
export type FactorHolder = z.output<typeof FactorHolder>;

export const loginPolicy = {
  show: endpoint({
    method: 'GET',
    reads: ['login-policy', 'roles', 'accounts'],
    path: '/api/administration/login-policy',
    summary: '登录策略',
    output: LoginPolicy,
  }),
  save: endpoint({
    method: 'POST',
    changes: ['login-policy'],
    path: '/api/administration/login-policy',
    summary: '保存登录策略',
    body: z
      .strictObject({
        passwordMaxAgeDays,
        passwordWarnDays,
        secondFactorAfterSignOn: z.boolean(),
        obligedRoles,
        digest: seenDigest,
      })
      .superRefine(({ passwordMaxAgeDays: maxDays, passwordWarnDays: warnDays }, check) => {
        const message = problemOfWarning({ maxDays, warnDays });
        if (message) check.addIssue({ code: 'custom', path: ['passwordWarnDays'], message });
      }),
    output: z.object({}),
    refusals: ['notFound', 'dataChanged', 'forbidden', ...idempotencyRefusals],
  }),
  effect: endpoint({
    method: 'POST',
    reads: ['roles', 'accounts', 'sign-ins'],
    path: '/api/administration/login-policy/effect',
    summary: '登录策略保存后受影响的人数',
    body: z.strictObject({ passwordMaxAgeDays, obligedRoles }),
    output: LoginPolicyEffect,
    mutates: false,
  }),
  people: endpoint({
    method: 'GET',
    reads: ['login-policy', 'roles', 'accounts', 'office'],
    path: '/api/administration/second-factors',
    summary: '人员的二次验证',
    query: z.strictObject({
      ...pageQuery,
      keyword: z.string().trim().max(64).optional(),
      state: z.enum(['enrolled', 'missing', 'none']).optional(),
    }),
    output: pageOf(FactorHolder),
  }),
  reset: endpoint({
    method: 'POST',
    changes: ['login-policy', 'sign-ins'],
    path: '/api/administration/staffs/:id/second-factor/reset',
    summary: '重置一人的二次验证',
    params: z.strictObject({ id: z.string().max(64) }),
    body: z.strictObject({ reason: requiredText('请输入原因').max(200, '原因不能超过200个字符') }),
    output: z.object({}),
    refusals: ['notFound', 'forbidden', 'accountChangeNotAllowed', ...idempotencyRefusals],
  }),
};
