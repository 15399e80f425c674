import { z } from 'zod';
import { roleLimits } from '#domain/access/role-rules.ts';
import { endpoint, idempotencyRefusals, withFallback } from './endpoint.ts';

/** Roles with their permissions and menus, edited by administrators who may assign roles (0170). */

const byCode = z.strictObject({ code: z.string().max(64) });
const text = withFallback(z.string().max(200), '');
const entry = {
  name: text,
  permissions: withFallback(z.array(z.string().max(64)).max(roleLimits.maxPermissions), []),
  menus: withFallback(z.array(z.string().max(64)).max(roleLimits.maxMenus), []),
};

export const RoleDetail = z.object({
  code: z.string(),
  name: z.string(),
  permissions: z.array(z.string()),
  /** Ids of the menu entries that the role opens; their parents are opened with them. */
  menus: z.array(z.string()),
  /** True if the caller has the role: its permissions can then be reduced, never extended. */
  isOwn: z.boolean(),
  /** Reason why it cannot be deleted; null if it can. */
  deleteFault: z.string().nullable(),
  digest: z.string(),
});
export type RoleDetail = z.output<typeof RoleDetail>;

export const roleEditing = {
  menus: endpoint({
    method: 'GET',
    reads: [],
    path: '/api/administration/role-menus',
    summary: '可授予的菜单',
    output: z.object({
      /** Menu entries with a page, grouped by sub-system. */
      groups: z.array(
        z.object({
          title: z.string(),
          menus: z.array(z.object({ id: z.string(), code: z.string(), title: z.string() })),
        }),
      ),
    }),
  }),
  detail: endpoint({
    method: 'GET',
    reads: ['roles'],
    path: '/api/administration/roles/:code',
    summary: '角色内容',
    params: byCode,
    output: RoleDetail,
    refusals: ['notFound'],
  }),
  create: endpoint({
    method: 'POST',
    changes: ['roles'],
    path: '/api/administration/roles',
    summary: '新建角色',
    body: z.strictObject({ ...entry, code: text }),
    output: z.object({ code: z.string() }),
    refusals: ['forbidden', ...idempotencyRefusals],
  }),
  edit: endpoint({
    method: 'PUT',
    changes: ['roles'],
    path: '/api/administration/roles/:code',
    summary: '修改角色',
    params: byCode,
    // Digest of the role when editing began (0194).
    body: z.strictObject({ ...entry, digest: z.string().max(64) }),
    output: z.object({}),
    refusals: ['notFound', 'forbidden', 'dataChanged', ...idempotencyRefusals],
  }),
  remove: endpoint({
    method: 'DELETE',
    changes: ['roles'],
    path: '/api/administration/roles/:code',
    summary: '删除角色',
    params: byCode,
    output: z.object({}),
    refusals: ['notFound', 'forbidden', 'accountChangeNotAllowed', ...idempotencyRefusals],
  }),
};
