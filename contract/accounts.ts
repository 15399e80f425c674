import { z } from 'zod';
import { AccountChange } from '#domain/access/account-rules.ts';
import { isBlank } from '#domain/texts/characters.ts';
import { endpoint, idempotencyRefusals, pageOf, pageQuery, requiredText } from './endpoint.ts';

/** Calls of the system and security administrators on accounts and roles (decision 0085). */

const keyword = z.string().trim().max(64).optional();
const instant = z.iso.datetime();
/** Some tens of ids, joined by commas, as a picker sends them. */
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
  /** True after too many failed logins; the account unlocks by itself after 15 minutes. */
  locked: z.boolean(),
  mustChangePassword: z.boolean(),
  /** True if the account was imported from a sheet and has never had a password. */
  withoutPassword: z.boolean(),
  lastSignInAt: instant.nullable(),
  /** Changes that can be made to the account now; any other is refused with a reason. */
  can: z.array(z.enum(AccountChange)),
});
export type Account = z.output<typeof Account>;

const reason = requiredText('请输入原因')
  .max(200, '原因不能超过200个字符')
  // Skips a missing or empty reason, which is refused above.
  .refine((text) => text === '' || !isBlank(text), '请输入原因');
const accountRefusals = ['notFound', 'forbidden', 'accountChangeNotAllowed', ...idempotencyRefusals] as const;

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
      /**
       * Ids of organisations, including all below them; ids of this and the next filters are joined by
       * commas.
       */
      orgId: ids,
      /** Ids of roles, posts, user groups, windows or halls; a person who has one of them matches. */
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
  /** Number of people in service who have the role. */
  holders: z.number().int(),
  /** True for an administrator role; people who have it do not participate in work orders (docs/decisions/0057). */
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
