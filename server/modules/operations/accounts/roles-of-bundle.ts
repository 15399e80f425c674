import { administrativePermissions, Permission } from '#domain/access/actor.ts';
import { listPermissionsWithoutPage } from '#domain/access/pages-of-permissions.ts';
import { labelOfPermission } from '#domain/access/permission-labels.ts';
import { type Refusal, refuse } from '#domain/refusals/refusals.ts';
import { codeMessage, isCode } from '#domain/sheets/import-sheet.ts';
import type { Context } from '#server/framework/context.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';
import { hasPermissionNow } from '#server/modules/access/rights/service.ts';
import { replaceAndCheckRole } from './replace-role.ts';
import * as queries from './role-editing.queries.ts';
import { problemsOf } from './role-editing.ts';

/**
 * A role in a configuration bundle. An import grants the permissions of the role for work orders, but never
 * administrator permissions (docs/decisions/0176).
 */
export interface RoleOfBundle {
  code: string;
  name: string;
  permissions: string[];
  menus: string[];
}

const sameSet = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((value) => other.includes(value));
const isAdministrativePermission = (code: string) =>
  (administrativePermissions as readonly string[]).includes(code);

export async function listRolesForBundle(db: Db): Promise<RoleOfBundle[]> {
  const roles: RoleOfBundle[] = [];
  for (const code of await queries.listRoleCodes(db)) {
    const role = await queries.findRole(db, code);
    if (role) roles.push({ code, name: role.name, permissions: role.permissions, menus: role.menus });
  }
  return roles;
}

export interface ImportedRole {
  was: RoleOfBundle | undefined;
  fields: { title: string; was: string; now: string }[];
  /** Administrator permissions in the bundle that the role does not get. */
  ungrantedPermissions: string[];
  /** Administrator permissions for which the role opens no page. */
  permissionsWithoutPage: string[];
}

/** Imports a role from the bundle; the administrator permissions that the role has in this portal are unchanged. */
export async function importRole(
  tx: Tx,
  context: Pick<Context, 'signOn' | 'now' | 'config'>,
  staffId: string,
  imported: RoleOfBundle,
): Promise<ImportedRole | Refusal<'badInput' | 'forbidden'>> {
  if (!(await hasPermissionNow(tx, staffId, Permission.manageRole))) return refuse('forbidden');
  const { code, name } = imported;
  const was = await queries.findRole(tx, code);
  const administratorPermissions = was?.permissions.filter(isAdministrativePermission) ?? [];
  const ungrantedPermissions = imported.permissions.filter(
    (permission) => isAdministrativePermission(permission) && !administratorPermissions.includes(permission),
  );
  const permissions = [
    ...administratorPermissions,
    ...imported.permissions.filter((code) => !isAdministrativePermission(code)),
  ].sort();
  const leaves = await queries.listMenuLeaves(tx);
  // Menus are part of the product: those that this version does not have are ignored.
  const menus = leaves.map(({ id }) => id).filter((id) => imported.menus.includes(id));
  const ownPermissions = (await queries.isHeldBy(tx, code, staffId)) ? was?.permissions : undefined;
  const problems = isCode(code) ? [] : [{ field: 'code', message: `角色编码${codeMessage}` }];
  problems.push(
    ...(await problemsOf(
      tx,
      context,
      { code, storedRole: was },
      { name, permissions, menus },
      ownPermissions,
    )),
  );
  if (problems.length > 0) return refuse('badInput', { problems });
  const titles = new Map(leaves.map(({ id, title }) => [id, title]));
  const textsOfRole = (role: Pick<RoleOfBundle, 'permissions' | 'menus'> | undefined) => ({
    permissions: (role?.permissions ?? []).map(labelOfPermission).join('、'),
    menus: (role?.menus ?? []).map((id) => titles.get(id) ?? id).join('、'),
  });
  const [before, now] = [textsOfRole(was), textsOfRole({ permissions, menus })];
  const fields = [
    ...(was?.name === name.trim() ? [] : [{ title: '名称', was: was?.name ?? '', now: name.trim() }]),
    ...(sameSet(was?.permissions ?? [], permissions)
      ? []
      : [{ title: '权限', was: before.permissions, now: now.permissions }]),
    ...(sameSet(was?.menus ?? [], menus) ? [] : [{ title: '菜单', was: before.menus, now: now.menus }]),
  ];
  if (fields.length > 0) {
    const role = { code, name: name.trim(), permissions, menus };
    const replaceProblems = await replaceAndCheckRole(tx, context, { role, hasBothRoles: false });
    if (replaceProblems.length > 0) return refuse('badInput', { problems: replaceProblems });
  }
  const codes = leaves.flatMap(({ id, code: page }) => (menus.includes(id) ? [page] : []));
  return {
    was,
    fields,
    ungrantedPermissions,
    permissionsWithoutPage: listPermissionsWithoutPage(permissions, codes),
  };
}
