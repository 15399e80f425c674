import type { Permission } from './actor.ts';
import { pagesOfPermission } from './pages-of-permissions.ts';
import { labelOfPermission } from './permission-labels.ts';

/** One permission of portal administration and an active person who has it. */
export interface AdministratorPermission {
  staffId: string;
  permission: Permission;
  /** True if the person has set their own password, or signs in by the unified login. */
  canSignIn: boolean;
  /** True if a role of the person opens a page on which the permission is used. */
  hasPage: boolean;
}

/**
 * A permission that no person could use any more: `holder` if no person has it, `page` if no holder can open
 * its page.
 */
export interface LostAdministratorPermission {
  permission: Permission;
  missing: 'holder' | 'page';
}

/** Conditions for a holder to count, each stricter than the one before. */
const holderConditions: readonly [
  LostAdministratorPermission['missing'],
  (administratorPermission: AdministratorPermission) => boolean,
][] = [
  ['holder', () => true],
  ['holder', ({ canSignIn }) => canSignIn],
  ['page', ({ canSignIn, hasPage }) => canSignIn && hasPage],
];

/**
 * Returns the permissions that a change removes from the last person who can use them. A person who cannot sign
 * in, or opens no page of the permission, does not count as long as another person can; if no person can, the
 * last one who has the permission still counts (0085).
 */
export function lostAdministratorPermissions(
  before: readonly AdministratorPermission[],
  after: readonly AdministratorPermission[],
): LostAdministratorPermission[] {
  const lost = new Map<Permission, LostAdministratorPermission>();
  for (const [missing, isCounted] of holderConditions) {
    const remaining = new Set(after.filter(isCounted).map(({ permission }) => permission));
    for (const { permission } of before.filter(isCounted))
      if (!remaining.has(permission) && !lost.has(permission)) lost.set(permission, { permission, missing });
  }
  return [...lost.values()].sort((first, other) => (first.permission < other.permission ? -1 : 1));
}

/** Returns the permissions that no person could use without this account. */
export function permissionsOfOnlyHolder(
  administratorPermissions: readonly AdministratorPermission[],
  staffId: string,
): Permission[] {
  const others = administratorPermissions.filter(
    (administratorPermission) => administratorPermission.staffId !== staffId,
  );
  return lostAdministratorPermissions(administratorPermissions, others).map(({ permission }) => permission);
}

/**
 * Returns the message that refuses a change because a permission would be lost; `pageTitles` are the menu
 * titles by code.
 */
export function lostPermissionMessage(
  { permission, missing }: LostAdministratorPermission,
  pageTitles: ReadonlyMap<string, string>,
): string {
  const permissionText = labelOfPermission(permission);
  if (missing === 'holder') return `没有人可以${permissionText}，${grantBeforeRemovalText}`;
  const pages = (pagesOfPermission[permission] ?? [])
    .map((page) => `“${pageTitles.get(page) ?? page}”`)
    .join('或');
  return `没有人能打开${pages}页面，无法${permissionText}，请为仍可${permissionText}的角色保留该菜单`;
}

/** Advice in refusals: the step that must come before a permission is taken from its last holder. */
export const grantBeforeRemovalText = '请先将该权限授予其他可登录的人员';
