import { lostAdministratorPermissions, lostPermissionMessage } from '#domain/access/administrator-roles.ts';
import { combinesDuties, dutiesMessageForPerson } from '#domain/access/duties.ts';
import { passwordKnownMessage } from '#domain/access/role-rules.ts';
import type { Problem } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import type { Tx } from '#server/kernel/database/transaction.ts';
import {
  listAdministratorPermissions,
  listPageTitles,
  listPermissionsWithOneTimePassword,
} from './administrator-roles.queries.ts';
import { applyRoleChange } from './granted-administrators.ts';
import * as queries from './role-editing.queries.ts';

/**
 * Replaces a role, and returns the problems of what its holders gain or lose by that; if there is a problem, the
 * caller must roll back.
 */
export async function replaceAndCheckRole(
  tx: Tx,
  context: Pick<Context, 'signOn' | 'now' | 'config'>,
  request: {
    role: Omit<queries.RoleContents, 'holders'>;
    /**
     * True if the caller may also set passwords and identity numbers, so that no other person can know them and
     * thereby gain an administrator role.
     */
    hasBothRoles: boolean;
  },
): Promise<Problem[]> {
  const before = await listAdministratorPermissions(tx, context);
  const knownBefore = await listPermissionsWithOneTimePassword(tx);
  const grantedAdministrators = await applyRoleChange(tx, context, () =>
    queries.replaceRole(tx, request.role),
  );
  const titles = await listPageTitles(tx);
  const problems: Problem[] = lostAdministratorPermissions(
    before,
    await listAdministratorPermissions(tx, context),
  ).map((lost) => ({
    field: lost.missing === 'page' ? 'menus' : 'permissions',
    message: `修改后${lostPermissionMessage(lost, titles)}`,
  }));
  const withJoinedDuties = context.config.separateDuties
    ? grantedAdministrators.filter(({ before: previous, permissions }) =>
        combinesDuties(previous, permissions),
      )
    : [];
  problems.push(
    ...withJoinedDuties.map(({ account, permissions }) => ({
      field: 'permissions',
      message: `${account}：${dutiesMessageForPerson(permissions)}`,
    })),
  );
  if (request.hasBothRoles) return problems;
  const gained = (await listPermissionsWithOneTimePassword(tx)).filter(
    ({ account, permission }) =>
      !knownBefore.some((gain) => gain.account === account && gain.permission === permission),
  );
  const accounts = [...new Set(gained.map(({ account }) => account))];
  if (accounts.length > 0)
    problems.push({ field: 'permissions', message: `${accounts.join('、')}：${passwordKnownMessage}` });
  const withIdCard = grantedAdministrators
    .filter(({ idCardDigest }) => idCardDigest !== null)
    .map(({ account }) => account);
  if (withIdCard.length > 0) {
    const message = `${withIdCard.join('、')}：授予管理类权限前须逐人核对身份证号，请另建角色，在“人员角色”中逐人授予`;
    problems.push({ field: 'permissions', message });
  }
  return problems;
}
