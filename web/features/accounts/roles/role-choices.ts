import type { Role } from '#contract/accounts.ts';
import { Permission } from '#domain/access/actor.ts';
import { permissionHint, permissionLabel } from '#domain/access/permission-labels.ts';
import { includeAdministration } from '#domain/access/role-rules.ts';

/** A permission or a menu that a role may contain. */
export interface RoleChoice {
  id: string;
  title: string;
  /** Sentence on what it allows. */
  hint?: string | undefined;
}

export interface RoleChoiceGroup {
  title: string;
  choices: readonly RoleChoice[];
}

const {
  manageOrganisation,
  manageStaff,
  manageRole,
  manageSecurity,
  readAudit,
  operateSystem,
  readArchive,
  manageArchive,
} = Permission;
const archive: readonly Permission[] = [readArchive, manageArchive];
const office: readonly Permission[] = [manageOrganisation, manageStaff, operateSystem];
const security: readonly Permission[] = [manageRole, manageSecurity, readAudit];
const codes = Object.keys(permissionLabel) as Permission[];
const listed = [...archive, ...office, ...security];

/** Groups of the permissions, those for work orders first. */
export const permissionGroups: readonly RoleChoiceGroup[] = [
  groupOf(
    '办件权限',
    codes.filter((code) => !includeAdministration([code]) && !listed.includes(code)),
  ),
  groupOf('档案权限', archive),
  groupOf(
    '管理权限：业务配置',
    codes.filter((code) => includeAdministration([code]) && !listed.includes(code)),
  ),
  groupOf('管理权限：机构、账号和系统', office),
  groupOf('管理权限：安全和审计', security),
];

const order = permissionGroups.flatMap(({ choices }) => choices.map(({ id }) => id));

/** Returns the names of a role's permissions in the order of `permissionGroups`. */
export function permissionNamesOf({ permissions }: Pick<Role, 'permissions'>): string[] {
  return permissions
    .toSorted((one, other) => order.indexOf(one.code) - order.indexOf(other.code))
    .map(({ name }) => name);
}

function groupOf(title: string, permissions: readonly Permission[]): RoleChoiceGroup {
  return {
    title,
    choices: permissions.map((code) => ({
      id: code,
      title: permissionLabel[code],
      hint: permissionHint[code],
    })),
  };
}

/** Returns the groups of the menus, as the sub-systems of the portal. */
export function menuGroups(
  groups: readonly { title: string; menus: readonly RoleChoice[] }[],
): RoleChoiceGroup[] {
  return groups.map(({ title, menus }) => ({ title: `菜单：${title}`, choices: menus }));
}

/** Returns the choices that contain the searched text in their title or hint; all if the group title does. */
export function findChoices({ title, choices }: RoleChoiceGroup, search: string): readonly RoleChoice[] {
  const text = search.trim();
  if (text === '' || title.includes(text)) return choices;
  return choices.filter((choice) => choice.title.includes(text) || choice.hint?.includes(text));
}
