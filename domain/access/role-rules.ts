import type { Problem } from '../refusals/refusals.ts';
import { problemOfSeparator } from '../sheets/separators.ts';
import { isBlank, problemOfLength, problemOfLine } from '../texts/characters.ts';
import { problemOfInvisible } from '../texts/similar-names.ts';
import { administrativePermissions, matterPermission } from './actor.ts';
import { combinesDuties, dutiesMessageForPerson } from './duties.ts';
import { permissionLabel } from './permission-labels.ts';

/**
 * A person whose roles are to change, as far as the rules for granting roles need it (docs/decisions/0170).
 */
export interface GrantState {
  /** True if the person changes their own roles. */
  isOwn: boolean;
  /** Refusal if an administrator permission would have no user left; undefined otherwise. */
  lastHolderMessage: string | undefined;
  /** Permissions of the current roles. */
  before: readonly string[];
  /** Permissions of the new roles. */
  after: readonly string[];
  /**
   * True while another administrator knows the password: it is a one-time password that the owner has not
   * changed yet.
   */
  isPasswordKnownToOthers: boolean;
  /** True if the office keeps system, security and audit administrators apart. */
  separatesDuties: boolean;
}

/**
 * Refusal of a grant: the administrator who set the password could sign in with it and use a second
 * administrator role (0085).
 */
export const passwordKnownMessage =
  '一次性密码尚未由本人修改，暂不能授予管理类权限；请在本人登录并修改密码后再授予';
/** Refusal to enable an account that has administrator permissions and such a password. */
export const knownPasswordMessageWhenEnabled =
  '一次性密码尚未由本人修改，账号又有管理类权限，不能启用；请先由安全管理员收回其管理类角色';

/** Returns the reason why a person's roles may not change in this way; undefined when they may. */
export function problemOfGrant(state: GrantState): string | undefined {
  const { isOwn, lastHolderMessage, before, after, isPasswordKnownToOthers, separatesDuties } = state;
  if (isOwn) return '不能改变自己的角色，请由另一名安全管理员办理';
  if (isPasswordKnownToOthers && includeAdministration(after.filter((code) => !before.includes(code))))
    return passwordKnownMessage;
  if (separatesDuties && combinesDuties(before, after)) return dutiesMessageForPerson(after);
  return lastHolderMessage;
}

/**
 * Checks whether these permissions include one of portal administration, so that those for matters have no
 * effect (0057).
 */
export function includeAdministration(permissions: readonly string[]): boolean {
  return permissions.some((code) => (administrativePermissions as readonly string[]).includes(code));
}

/** Checks whether granted roles add a permission of portal administration. */
export function addsAdministration(before: readonly string[], after: readonly string[]): boolean {
  return (administrativePermissions as readonly string[]).some(
    (code) => after.includes(code) && !before.includes(code),
  );
}

/**
 * Returns the refusal of the identity number that the grantor of an administrator role reads from the
 * person's card; undefined if it equals the stored number. The unified login finds the account by this
 * number, and another administrator entered it (0170).
 */
export function problemOfCheckedIdCard(comparison: 'same' | 'other' | 'none'): string | undefined {
  if (comparison === 'same') return undefined;
  return comparison === 'none'
    ? '授予管理类角色前，请按本人出示的身份证填写号码核对'
    : '与账号登记的身份证号不一致，未授予。请由系统管理员核实更正登记的号码后再授予';
}

/** Checks whether permissions mix portal administration with matters; the two never take effect together. */
export function mixesAdministrationAndMatters(permissions: readonly string[]): boolean {
  return includeAdministration(permissions) && permissions.some((code) => matterPermission.test(code));
}

/** Limits of a role. */
export const roleLimits = { nameCharacters: 30, maxPermissions: 100, maxMenus: 300 } as const;

/** Returns every problem of an entered role; `ownPermissions` are
 * its current permissions if the editor has the role. */
export function checkRole(
  { name, permissions }: { name: string; permissions: readonly string[] },
  ownPermissions?: readonly string[],
): Problem[] {
  const problems: Problem[] = [];
  const nameProblem = isBlank(name)
    ? '请输入角色名称'
    : (problemOfLength(name, roleLimits.nameCharacters, '角色名称') ??
      problemOfLine(name, '角色名称') ??
      problemOfInvisible(name, '角色名称') ??
      problemOfSeparator(name, '角色名称'));
  if (nameProblem) problems.push({ field: 'name', message: nameProblem });
  const unknown = permissions.find((code) => !Object.hasOwn(permissionLabel, code));
  if (unknown !== undefined) problems.push({ field: 'permissions', message: `没有权限“${unknown}”` });
  else if (ownPermissions && permissions.some((code) => !ownPermissions.includes(code)))
    problems.push({
      field: 'permissions',
      message: '不能给自己持有的角色增加权限，请由另一名安全管理员办理',
    });
  return problems;
}
