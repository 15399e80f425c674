import type { RefusalOf } from '#contract/endpoint.ts';
import type { session } from '#contract/session.ts';
import type { Actor } from '#domain/access/actor.ts';
import { SessionEnd } from '#domain/access/session-end.ts';
import { commonPasswords } from '#domain/passwords/common-passwords.ts';
import { formerPasswordCount } from '#domain/passwords/password-age.ts';
import { checkPassword, passwordMessage, passwordProfiles } from '#domain/passwords/password-rule.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { appendAudit } from '#server/modules/access/audit/service.ts';
import { verifyOwnPassword } from './own-password.ts';
import { unlessOverloaded } from './password-check.ts';
import { hashPassword, isPassword } from './password-hash.ts';
import { decryptPassword } from './password-transport.ts';
import * as queries from './queries.ts';
import { endAllSessions } from './service.ts';
import { type Origin, sessionRecord } from './session-record.ts';

const wrongOldPassword = refuse('wrongCredentials', {
  message: '当前密码错误',
  problems: [{ field: 'oldpassword', message: '当前密码错误' }],
});

/**
 * Changes a person's own password and ends all their sessions, including this one (S0 §5; security rule 2).
 */
export async function changePassword(
  context: Context,
  actor: Actor,
  input: { oldpassword: string; password: string; ticket: string },
  origin: Origin & { sessionId: string },
): Promise<RefusalOf<typeof session.changePassword> | undefined> {
  const { oldpassword, ticket } = input;
  const verified = await verifyOwnPassword(context, actor, { password: oldpassword, ticket }, origin, [
    input.password,
  ]);
  if (isRefusal(verified)) return verified.refused === 'wrongCredentials' ? wrongOldPassword : verified;

  const hash = await unlessOverloaded(() => hashNewPassword(context, actor, input, verified.passwordHash));
  if (isRefusal(hash)) return hash;
  return await inTransaction(context.db, async (tx) => {
    // Only one of several concurrent changes succeeds: for the others the old password is no longer valid.
    const current = await queries.lockPerson(tx, actor.staffId);
    if (current?.password_hash !== verified.passwordHash) return wrongOldPassword;
    await queries.updatePassword(tx, actor.staffId, hash, context.now());
    await endAllSessions(tx, context, actor.staffId, SessionEnd.passwordChanged);
    await appendAudit(tx, context, {
      ...sessionRecord('change-password', actor.staffId, actor, origin),
      objectKind: 'staff',
    });
    return undefined;
  });
}

/** Returns the new password's hash, or all its problems. */
async function hashNewPassword(
  context: Context,
  actor: Actor,
  input: { password: string; ticket: string },
  currentHash: string,
): Promise<string | Refusal<'badInput'>> {
  const password = await decryptPassword(context, input.password, input.ticket);
  const problems = checkPassword(password ?? '', {
    profile: passwordProfiles[context.config.passwordProfile],
    common: commonPasswords,
    account: actor.account,
  });
  if (problems.length === 0 && (await isPassword(password ?? '', currentHash))) {
    problems.push({ field: 'password', message: passwordMessage.unchanged });
  }
  if (problems.length === 0 && (await wasUsedBefore(context, actor.staffId, password ?? ''))) {
    problems.push({ field: 'password', message: passwordMessage.usedBefore });
  }
  if (problems.length > 0) return refuse('badInput', { message: problems[0]?.message, problems });
  return await hashPassword(password ?? '');
}

/** Checks whether it is one of the last passwords before the current one. */
async function wasUsedBefore(context: Context, staffId: string, password: string): Promise<boolean> {
  const hashes = await queries.listFormerPasswords(context.db, staffId, formerPasswordCount);
  for (const hash of hashes) if (await isPassword(password, hash)) return true;
  return false;
}
