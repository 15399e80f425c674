import { Permission } from './actor.ts';

/**
 * The three administrator duties that an office keeps apart (三员分立): a person who configures the system
 * neither grants permissions nor reads the audit log.
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

/** Every duty with its permissions, for database queries. */
export const duties = Object.entries(permissionsOfDuty) as [Duty, readonly Permission[]][];

/** Returns the duties that contain at least one of these permissions. */
export function dutiesOf(permissions: readonly string[]): Duty[] {
  return duties
    .filter(([, dutyPermissions]) => dutyPermissions.some((permission) => permissions.includes(permission)))
    .map(([duty]) => duty);
}

/**
 * Checks whether a change joins permissions of several duties in one person. Duties that were joined before
 * may stay joined.
 */
export function combinesDuties(before: readonly string[], after: readonly string[]): boolean {
  const dutiesAfter = dutiesOf(after);
  const dutiesBefore = dutiesOf(before);
  return dutiesAfter.length > 1 && dutiesAfter.some((duty) => !dutiesBefore.includes(duty));
}

/** Returns the names of the duties as Chinese text, such as 系统管理、安全审计. */
export const dutiesText = (permissions: readonly string[]) =>
  dutiesOf(permissions)
    .map((duty) => dutyLabel[duty])
    .join('、');

const rule = '系统管理、安全管理、安全审计三类权限须分属不同的人（三员分立）';

/** Returns the message that refuses to grant these permissions to one person. */
export const dutiesMessageForPerson = (permissions: readonly string[]) =>
  `${rule}：修改后此人兼有${dutiesText(permissions)}，请分别授予不同的人员`;

/** Returns the message that refuses these permissions in one role. */
export const dutiesMessageForRole = (permissions: readonly string[]) =>
  `${rule}：该角色兼有${dutiesText(permissions)}，请拆成不同的角色`;

/** Returns the message that refuses to enable an account with these permissions. */
export const dutiesMessageForEnabling = (permissions: readonly string[]) =>
  `${rule}：该账号兼有${dutiesText(permissions)}，不能启用；请先由安全管理员收回其中的角色`;
