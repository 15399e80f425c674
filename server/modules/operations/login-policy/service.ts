import type { z } from 'zod';
import type { LoginPolicy, LoginPolicyEffect, loginPolicy } from '#contract/login-policy.ts';
import { administrativePermissions, Permission } from '#domain/access/actor.ts';
import { MessageEvent } from '#domain/messages/message-event.ts';
import { latestExpiredChange } from '#domain/passwords/password-age.ts';
import { refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import {
  type ActingCall,
  actIfStillAllowed,
  digestOfDialogState,
  findLastWriter,
  refuseOverwriting,
} from '#server/modules/access/audit/service.ts';
import { removeFactor } from '#server/modules/access/second-factor/service.ts';
import { revokeBrowsers } from '#server/modules/access/session/service.ts';
import { sendMessages } from '#server/modules/cases/messages/service.ts';
import * as queries from './queries.ts';

const policyObject = { kind: 'login-policy', id: '' };
const authorization = { permission: Permission.manageSecurity };

const runsPortal = ({ permissions }: { permissions: readonly string[] }) =>
  permissions.some((code) => administrativePermissions.includes(code as Permission));

/** Returns the office's sign-in policy, with the roles that need a second factor (docs/decisions/0133). */
export async function readLoginPolicy(context: Pick<Context, 'db'>): Promise<LoginPolicy> {
  const [policy, roles, changed] = await Promise.all([
    queries.findPolicy(context.db),
    queries.listPolicyRoles(context.db),
    findLastWriter(context.db, policyObject),
  ]);
  return {
    ...policy,
    roles: roles.map((role) => ({ ...role, runsPortal: runsPortal(role) })),
    changed: changed ? { name: changed.name, at: changed.at.toISOString() } : null,
    digest: digestOfPolicy(policy, obligedRoleCodes(roles)),
  };
}

/** Counts the people whom a policy would affect at their next sign-in, before it is saved. */
export function countAffectedPeople(
  context: Pick<Context, 'db' | 'now'>,
  { passwordMaxAgeDays: days, obligedRoles }: z.output<typeof loginPolicy.effect.body>,
): Promise<LoginPolicyEffect> {
  const changedBefore = days === null ? null : latestExpiredChange(context.now(), days);
  return queries.countAffectedPeople(context.db, { changedBefore, obligedRoles });
}

const obligedRoleCodes = (roles: readonly { code: string; obliged: boolean }[]) =>
  roles.flatMap(({ code, obliged }) => (obliged ? [code] : [])).sort();

/** Returns a digest of the fields that the dialog of the policy shows. */
const digestOfPolicy = (policy: queries.PolicyRow, obligedRoles: readonly string[]) =>
  digestOfDialogState([
    policy.passwordMaxAgeDays,
    policy.passwordWarnDays,
    policy.secondFactorAfterSignOn,
    obligedRoles,
  ]);

/** Changes the policy from the next sign-in on. Open sessions do not end. */
export function saveLoginPolicy(
  call: ActingCall<typeof loginPolicy.save>,
  { obligedRoles, digest, ...policy }: z.output<typeof loginPolicy.save.body>,
) {
  return actIfStillAllowed(call, authorization, async (tx) => {
    await queries.lockPolicy(tx);
    const [before, roles] = [await queries.findPolicy(tx), await queries.listPolicyRoles(tx)];
    const obligedBefore = obligedRoleCodes(roles);
    const refusal = await refuseOverwriting(tx, {
      over: digest,
      current: digestOfPolicy(before, obligedBefore),
      title: '登录策略',
      lastChange: policyObject,
    });
    if (refusal) return refusal;
    const known = new Set(roles.map(({ code }) => code));
    const codes = [...new Set(obligedRoles)].sort();
    if (codes.some((code) => !known.has(code))) return refuse('notFound', { message: '所选角色已不存在' });
    await queries.savePolicy(tx, policy);
    await queries.replaceObligedRoles(tx, codes);
    return {
      answer: {},
      auditRecord: {
        chain: 'session',
        action: 'login-policy.save',
        objectKind: policyObject.kind,
        objectId: policyObject.id,
        detail: { ...policy, obligedRoles: codes, before: { ...before, obligedRoles: obligedBefore } },
      },
    };
  });
}

/** Lists people in service by the state of their second factor. */
export async function listFactorStates(
  { context, actor }: { context: Context; actor: { staffId: string } },
  filter: z.output<(typeof loginPolicy.people)['query']>,
) {
  const { rows, total } = await queries.listFactorStates(context.db, filter);
  return {
    total,
    rows: rows.map(({ enrolledAt, ...row }) => ({
      ...row,
      enrolledAt: enrolledAt?.toISOString() ?? null,
      canReset: enrolledAt !== null && row.staffId !== actor.staffId,
    })),
  };
}

/**
 * Removes the second factor of a person who lost both the phone and the recovery codes. Notifies the person,
 * and requires the password again in browsers that could sign in without it: otherwise they would need no proof at
 * all.
 * People cannot reset their own factor; they remove it with a code.
 */
export function resetFactor(call: ActingCall<typeof loginPolicy.reset>, staffId: string, reason: string) {
  const { context, actor } = call;
  return actIfStillAllowed(call, authorization, async (tx) => {
    if (staffId === actor.staffId) {
      return refuse('accountChangeNotAllowed', {
        message: '不能重置自己的二次验证，请在“我的登录”中用动态口令更换',
      });
    }
    const person = await queries.lockPerson(tx, staffId);
    if (!person) return refuse('notFound');
    if (!(await removeFactor(tx, staffId))) {
      return refuse('accountChangeNotAllowed', { message: '该人员没有启用二次验证' });
    }
    await revokeBrowsers(tx, context, staffId);
    await sendMessages(tx, context, [
      {
        staffId,
        kind: MessageEvent.system,
        title: `二次验证已被重置（${actor.name}：${reason}）`,
        content: `安全管理员${actor.name}重置了您的二次验证，原因：${reason}。如非您本人提出，请立即联系安全管理员并修改密码。`,
      },
    ]);
    return {
      answer: {},
      auditRecord: {
        chain: 'session',
        action: 'session.reset-factor',
        objectKind: 'staff',
        objectId: staffId,
        detail: { account: person.account, reason },
      },
    };
  });
}

/**
 * Requires a second factor from administrators, and from people who may read all work orders (0085), at the
 * first start of a production system.
 */
export async function requireSecondFactorOfAdministrators(context: Pick<Context, 'db'>): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const roles = await queries.listPolicyRoles(tx);
    await queries.replaceObligedRoles(
      tx,
      roles
        .filter((role) => runsPortal(role) || role.permissions.includes(Permission.administer))
        .map(({ code }) => code),
    );
  });
}
