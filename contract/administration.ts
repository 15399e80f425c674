import { z } from 'zod';
import { AccountChange } from '#domain/access/account-rules.ts';
import { isBlank } from '#domain/texts/characters.ts';
import { endpoint, onceOnlyRefusals, pageOf, pageQuery, requiredText } from './endpoint.ts';
import { filterDay } from './list-filters.ts';

/** Calls of the portal's administrators: accounts, roles, sessions, events of logins, holidays (decision 0085). */

const keyword = z.string().trim().max(64).optional();
const instant = z.iso.datetime();
/** Some tens of ids, as a picker gives them. */
const ids = z.string().max(4000).optional();
const byId = z.strictObject({ id: z.string().max(64) });

export const Account = z.object({
  id: z.string(),
  account: z.string(),
  name: z.string(),
  title: z.string(),
  orgName: z.string(),
  departmentName: z.string().nullable(),
  roles: z.array(z.object({ code: z.string(), name: z.string() })),
  disabled: z.boolean(),
  /** Too many failed logins; it opens by itself after 15 minutes. */
  locked: z.boolean(),
  mustChangePassword: z.boolean(),
  /** None has ever been handed out: it came by a sheet. */
  withoutPassword: z.boolean(),
  lastSignInAt: instant.nullable(),
  /** Changes that may be made to the account now; the others are refused with the reason. */
  can: z.array(z.enum(AccountChange)),
});
export type Account = z.output<typeof Account>;

const reason = requiredText('请输入原因')
  .max(200, '原因不能超过200个字符')
  // A missing or empty reason has been refused above.
  .refine((text) => text === '' || !isBlank(text), '请输入原因');
const accountRefusals = ['notFound', 'forbidden', 'accountChangeNotAllowed', ...onceOnlyRefusals] as const;

export const accounts = {
  list: endpoint({
    method: 'GET',
    reads: ['accounts', 'roles', 'office'],
    path: '/api/administration/accounts',
    summary: '账号列表',
    query: z.strictObject({
      ...pageQuery,
      /** Part of the name or of the account. */
      keyword,
      /** In one of these organisations or below. Ids of this filter and the next ones are joined by commas. */
      orgId: ids,
      /** With one of these roles, posts, user groups, or seats at these windows or in these halls. */
      roleCode: ids,
      positionId: ids,
      groupId: ids,
      hallId: ids,
      windowId: ids,
      state: z.enum(['enabled', 'disabled', 'locked', 'one-time', 'no-password', 'no-role']).optional(),
      sort: z.enum(['account', 'lastSignInAt']).optional(),
    }),
    output: pageOf(Account),
  }),
  disable: endpoint({
    method: 'POST',
    changes: ['accounts', 'sign-ins'],
    path: '/api/administration/accounts/:id/disable',
    summary: '停用账号',
    params: byId,
    body: z.strictObject({ reason }),
    output: z.object({ endedSessions: z.number().int() }),
    refusals: accountRefusals,
  }),
  enable: endpoint({
    method: 'POST',
    changes: ['accounts'],
    path: '/api/administration/accounts/:id/enable',
    summary: '启用账号',
    params: byId,
    output: z.object({}),
    refusals: accountRefusals,
  }),
  resetPassword: endpoint({
    method: 'POST',
    changes: ['accounts', 'sign-ins'],
    path: '/api/administration/accounts/:id/reset-password',
    summary: '重置为一次性密码',
    params: byId,
    output: z.object({ account: z.string(), oneTimePassword: z.string() }),
    refusals: accountRefusals,
  }),
  unlock: endpoint({
    method: 'POST',
    changes: ['accounts', 'sign-ins'],
    path: '/api/administration/accounts/:id/unlock',
    summary: '解除账号锁定',
    params: byId,
    output: z.object({}),
    refusals: accountRefusals,
  }),
};

export const Role = z.object({
  code: z.string(),
  name: z.string(),
  permissions: z.array(z.object({ code: z.string(), name: z.string() })),
  menus: z.array(z.string()),
  /** People in service who have it. */
  holders: z.number().int(),
  /** A person who has it has no part in matters (docs/decisions/0057). */
  runsPortal: z.boolean(),
});
export type Role = z.output<typeof Role>;

export const RoleHolder = Account.pick({
  id: true,
  account: true,
  name: true,
  title: true,
  orgName: true,
  departmentName: true,
  disabled: true,
});
export type RoleHolder = z.output<typeof RoleHolder>;

export const roles = {
  list: endpoint({
    method: 'GET',
    reads: ['roles', 'accounts'],
    path: '/api/administration/roles',
    summary: '角色及其权限',
    query: z.strictObject({ ...pageQuery, keyword }),
    output: pageOf(Role),
  }),
  holders: endpoint({
    method: 'GET',
    reads: ['roles', 'accounts', 'office'],
    path: '/api/administration/roles/:code/holders',
    summary: '角色的人员',
    params: z.strictObject({ code: z.string().max(64) }),
    query: z.strictObject({ ...pageQuery, sort: z.undefined().optional() }),
    output: pageOf(RoleHolder),
    refusals: ['notFound'],
  }),
};

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
  living: z.boolean(),
  /** The session that asks. */
  own: z.boolean(),
  /** Why it is over; empty while it lives. */
  endText: z.string(),
});
export type SessionRow = z.output<typeof SessionRow>;

const sessionRefusals = ['notFound', 'forbidden', 'sessionNotEndable', ...onceOnlyRefusals] as const;

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
  /** Its name without `security.`; docs/operator-guide.zh-CN.md lists them. */
  event: z.string(),
  outcome: z.string(),
  /** The account, or a digest of what was typed where there is none such. */
  account: z.string(),
  staffName: z.string(),
  address: z.string(),
  userAgent: z.string(),
  /** More than one where the same came again and again within a minute. */
  count: z.number().int(),
  requestId: z.string(),
});
export type LoginEvent = z.output<typeof LoginEvent>;

/** Events of logins and passwords, by the names that they have in the security chain. */
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

const HolidayKind = z.enum(['holiday', 'workday']);
const year = z.coerce.number().int().min(2000).max(2100);
const holidayRefusals = ['notFound', 'forbidden', ...onceOnlyRefusals] as const;

export const HolidayYear = z.object({
  year: z.number().int(),
  /** Years with a published arrangement; dates that rest on others are 暂定. */
  coveredYears: z.array(z.number().int()),
  editable: z.boolean(),
  days: z.array(z.object({ day: z.string(), kind: HolidayKind, name: z.string() })),
});
export type HolidayYear = z.output<typeof HolidayYear>;

export const holidays = {
  year: endpoint({
    method: 'GET',
    reads: ['holidays'],
    path: '/api/administration/holidays',
    summary: '一年的节假日安排',
    query: z.strictObject({ year }),
    output: HolidayYear,
  }),
  effect: endpoint({
    method: 'GET',
    reads: ['holidays'],
    path: '/api/administration/holidays/effect',
    summary: '改动节假日的影响',
    query: z.strictObject({ from: filterDay, to: filterDay }),
    output: z.object({ sentences: z.array(z.string()) }),
  }),
  set: endpoint({
    method: 'POST',
    changes: ['holidays'],
    path: '/api/administration/holidays',
    summary: '设置节假日',
    body: z.strictObject({ from: filterDay, to: filterDay, kind: HolidayKind, name: z.string().max(64) }),
    output: z.object({ days: z.number().int() }),
    refusals: holidayRefusals,
  }),
  remove: endpoint({
    method: 'POST',
    changes: ['holidays'],
    path: '/api/administration/holidays/remove',
    summary: '取消节假日',
    body: z.strictObject({ from: filterDay, to: filterDay }),
    output: z.object({ days: z.number().int() }),
    refusals: holidayRefusals,
  }),
};
