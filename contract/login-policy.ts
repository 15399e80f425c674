import { z } from 'zod';
import { passwordAgeLimits } from '#domain/passwords/password-age.ts';
import { endpoint, onceOnlyRefusals, pageOf, pageQuery, requiredText } from './endpoint.ts';
import { seenDigest } from './seen-state.ts';

/**
 * The office's rules for logins, and the second factors of its people: for the security administrator (0133).
 */

const passwordMaxAgeDays = z.number().int().min(1).max(passwordAgeLimits.mostDays).nullable();
const passwordWarnDays = z.number().int().min(0).max(passwordAgeLimits.mostWarnDays);

export const LoginPolicy = z.object({
  /** Null: passwords never expire. */
  passwordMaxAgeDays,
  passwordWarnDays,
  /** True if people who come by the unified login need it too. */
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
  digest: z.string(),
});
export type LoginPolicy = z.output<typeof LoginPolicy>;

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
    body: z.strictObject({
      passwordMaxAgeDays,
      passwordWarnDays,
      secondFactorAfterSignOn: z.boolean(),
      obligedRoles: z.array(z.string().max(64)).max(200),
      digest: seenDigest,
    }),
    output: z.object({}),
    refusals: ['notFound', 'dataChanged', 'forbidden', ...onceOnlyRefusals],
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
    refusals: ['notFound', 'forbidden', 'accountChangeNotAllowed', ...onceOnlyRefusals],
  }),
};
