import { z } from 'zod';
import { endpoint, idempotencyRefusals, pageOf, pageQuery } from './endpoint.ts';
import { filterDay } from './list-filters.ts';

/** Calls of the administrators on the sessions and login events of all people (decision 0085). */

const keyword = z.string().trim().max(64).optional();
const instant = z.iso.datetime();
const byId = z.strictObject({ id: z.string().max(64) });

export const SessionRow = z.object({
  id: z.string(),
  staffId: z.string(),
  account: z.string(),
  name: z.string(),
  orgName: z.string(),
  loginType: z.string(),
  address: z.string(),
  userAgent: z.string(),
  createdAt: instant,
  seenAt: instant,
  /** True while the session is valid. */
  living: z.boolean(),
  /** True for the session of the caller. */
  own: z.boolean(),
  /** Reason why the session ended; empty while it is active. */
  endText: z.string(),
});
export type SessionRow = z.output<typeof SessionRow>;

const sessionRefusals = ['notFound', 'forbidden', 'sessionNotEndable', ...idempotencyRefusals] as const;

export const sessions = {
  list: endpoint({
    method: 'GET',
    reads: ['sign-ins'],
    path: '/api/administration/sessions',
    summary: '登录会话列表',
    query: z.strictObject({
      ...pageQuery,
      /** Part of the name or the account, or the beginning of the address. */
      keyword,
      state: z.enum(['living', 'ended']).default('living'),
      sort: z.enum(['seenAt', 'createdAt']).optional(),
    }),
    output: pageOf(SessionRow),
  }),
  end: endpoint({
    method: 'POST',
    changes: ['sign-ins'],
    path: '/api/administration/sessions/:id/end',
    summary: '结束登录会话',
    params: byId,
    output: z.object({ ended: z.number().int() }),
    refusals: sessionRefusals,
  }),
  endAllOf: endpoint({
    method: 'POST',
    changes: ['sign-ins'],
    path: '/api/administration/staffs/:id/sessions/end',
    summary: '结束一人的全部会话',
    params: byId,
    output: z.object({ ended: z.number().int() }),
    refusals: sessionRefusals,
  }),
};

export const LoginEvent = z.object({
  seq: z.number().int(),
  at: instant,
  /** Name of the event without `security.`; docs/operator-guide.zh-CN.md lists them. */
  event: z.string(),
  outcome: z.string(),
  /** The account, or a digest of the typed text if no such account exists. */
  account: z.string(),
  staffName: z.string(),
  address: z.string(),
  userAgent: z.string(),
  /** More than one if the same event happened again within a minute. */
  count: z.number().int(),
  requestId: z.string(),
});
export type LoginEvent = z.output<typeof LoginEvent>;

/** Events of logins and passwords, with their names in the security log. */
export const loginEventNames = [
  'login.succeeded',
  'login.failed',
  'login.captcha-failed',
  'login.limited',
  'login.disabled',
  'login.half-way',
  'login.code-failed',
  'login.code-limited',
  'sign-on.succeeded',
  'sign-on.failed',
  'sign-on.unknown',
  'sign-on.limited',
  'captcha.limited',
  'password.changed',
  'password.change-failed',
  'password.change-limited',
  'second-factor.enrolled',
  'second-factor.removed',
  'second-factor.codes-renewed',
  'second-factor.failed',
  'second-factor.limited',
] as const;

export const loginEvents = {
  list: endpoint({
    method: 'GET',
    reads: ['sign-ins'],
    path: '/api/administration/login-events',
    summary: '登录安全事件',
    query: z.strictObject({
      ...pageQuery,

      /** The account, a part of the name, or the beginning of the address. */
      keyword,
      event: z.enum(loginEventNames).optional(),
      startDate: filterDay.optional(),
      endDate: filterDay.optional(),
    }),
    output: pageOf(LoginEvent),
  }),
};
