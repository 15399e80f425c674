import { Permission } from './actor.ts';

/**
 * The three administrators that an office keeps apart (三员分立): no person who sets the system up also grants rights or
 * reads the audit log.
 */
const permissionsOfDuty = {
  system: [Permission.manageOrganisation, Permission.manageStaff, Permission.operateSystem],
  security: [Permission.manageRole, Permission.manageSecurity],
  audit: [Permission.readAudit],
} as const satisfies Record<string, readonly Permission[]>;

export type Duty = keyof typeof permissionsOfDuty;

const dutyLabel: Record<Duty, string> = {
  system: '系统管理',
  security: '安全管理',
  audit: '安全审计',
};

/** Every duty with its permissions, for those who ask a database. */
export const duties = Object.entries(permissionsOfDuty) as [Duty, readonly Permission[]][];

/** Returns the duties that these permissions belong to. */
export function dutiesOf(permissions: readonly string[]): Duty[] {
  return duties
    .filter(([, needed]) => needed.some((permission) => permissions.includes(permission)))
    .map(([duty]) => duty);
}

/**
 * Checks that a change joins permissions of several duties. Duties that were joined before may stay joined, or
 * become fewer.
 */
export function joinDuties(before: readonly string[], after: readonly string[]): boolean {
  const joined = dutiesOf(after);
  const held = dutiesOf(before);
  return joined.length > 1 && joined.some((duty) => !held.includes(duty));
}

/** Returns the duties in words, as 系统管理、安全审计. */
export const dutiesText = (permissions: readonly string[]) =>
  dutiesOf(permissions)
    .map((duty) => dutyLabel[duty])
    .join('、');

const rule = '系统管理、安全管理、安全审计三类权限须分属不同的人（三员分立）';

/** Returns the message against giving a person these permissions. */
export const joinedInPerson = (permissions: readonly string[]) =>
  `${rule}：修改后此人兼有${dutiesText(permissions)}，请分别授予不同的人员`;

/** Says why a role may not hold these permissions. */
export const joinedInRole = (permissions: readonly string[]) =>
  `${rule}：该角色兼有${dutiesText(permissions)}，请拆成不同的角色`;

/** Says why an account with these permissions is not enabled. */
export const joinedWhenEnabled = (permissions: readonly string[]) =>
  `${rule}：该账号兼有${dutiesText(permissions)}，不能启用；请先由安全管理员收回其中的角色`;
