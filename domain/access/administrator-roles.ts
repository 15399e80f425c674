import type { Permission } from './actor.ts';
import { pagesOfRight } from './pages-of-rights.ts';
import { labelOfPermission } from './permission-labels.ts';

/** One permission of portal administration, held by a person in service. */
export interface AdministratorRole {
  staffId: string;
  permission: Permission;
  /** Has a password that is their own, or the unified login lets them in. */
  canSignIn: boolean;
  /** A role of theirs opens a page by which the right is used. */
  hasPage: boolean;
}

/**
 * A permission that no person is left to use: `holder` where it has no holder, `page` where no holder can
 * open its page.
 */
export interface LostAdministratorRole {
  permission: Permission;
  lacks: 'holder' | 'page';
}

/** Conditions under which a holder of a right counts, each stricter than the one before. */
const counts: readonly [LostAdministratorRole['lacks'], (administratorRole: AdministratorRole) => boolean][] =
  [
    ['holder', () => true],
    ['holder', ({ canSignIn }) => canSignIn],
    ['page', ({ canSignIn, hasPage }) => canSignIn && hasPage],
  ];

/**
 * Returns the rights that a change takes from the last person who can use them. A person who cannot sign in, or
 * opens no page for a right, does not count as long as another person can do so; where no person can, the last one
 * who merely has the right still counts (0085).
 */
export function lostAdministratorRoles(
  before: readonly AdministratorRole[],
  after: readonly AdministratorRole[],
): LostAdministratorRole[] {
  const lost = new Map<Permission, LostAdministratorRole>();
  for (const [lacks, does] of counts) {
    const left = new Set(after.filter(does).map(({ permission }) => permission));
    for (const { permission } of before.filter(does))
      if (!left.has(permission) && !lost.has(permission)) lost.set(permission, { permission, lacks });
  }
  return [...lost.values()].sort((one, other) => (one.permission < other.permission ? -1 : 1));
}

/** Returns the permissions that no person could use without this account. */
export function aloneHolds(administratorRoles: readonly AdministratorRole[], staffId: string): Permission[] {
  const others = administratorRoles.filter((administratorRole) => administratorRole.staffId !== staffId);
  return lostAdministratorRoles(administratorRoles, others).map(({ permission }) => permission);
}

/** Returns the refusal of a change that loses a right; `pageTitles` are the menus by their codes. */
export function textOfLost(
  { permission, lacks }: LostAdministratorRole,
  pageTitles: ReadonlyMap<string, string>,
): string {
  const right = labelOfPermission(permission);
  if (lacks === 'holder') return `没有人可以${right}，${giveFirst}`;
  const pages = (pagesOfRight[permission] ?? [])
    .map((page) => `“${pageTitles.get(page) ?? page}”`)
    .join('或');
  return `没有人能打开${pages}页面，无法${right}，请为仍可${right}的角色保留该菜单`;
}

/** Advice in refusals: the step that must come before a right is taken from its last holder. */
export const giveFirst = '请先将该权限授予其他可登录的人员';
