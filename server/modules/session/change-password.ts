import type { RefusalOf } from '#contract/endpoint.ts';
import type { session } from '#contract/session.ts';
import type { Actor } from '#domain/access/actor.ts';
import { SessionEnd } from '#domain/access/session-end.ts';
import { commonPasswords } from '#domain/passwords/common-passwords.ts';
import { checkPassword, passwordMessage, passwordProfiles } from '#domain/passwords/password-rule.ts';
import { isRefusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/context/context.ts';
import { hashSecret } from '#server/context/secrets.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { reserveHits } from '#server/http/rate-limit.ts';
import { appendAudit } from '#server/modules/audit/service.ts';
import { oldPasswordLimit } from './login-limits.ts';
import { isRightPassword } from './password-check.ts';
import { hashPassword, isPassword } from './password-hash.ts';
import { isWrapped, unwrapPassword } from './password-transport.ts';
import * as queries from './queries.ts';
import { endAllSessions } from './service.ts';
import { type Origin, sessionNote } from './session-note.ts';

const wrongOldPassword = refuse('wrongCredentials', {
  message: '原密码错误',
  problems: [{ field: 'oldpassword', message: '原密码错误' }],
});

/** Changes the own password and ends every session of it, this one included (S0 §5; security rule 2). */
export async function changePassword(
  context: Context,
  actor: Actor,
  sent: { oldpassword: string; password: string; ticket: string },
  origin: Origin & { sessionId: string },
): Promise<RefusalOf<typeof session.changePassword> | undefined> {
  if ([sent.oldpassword, sent.password].some(isWrapped) && !(await takeNonce(context, sent.ticket, origin))) {
    return refuse('badInput', { message: '本次提交已失效，请重新提交' });
  }
  const reservation = await reserveHits(context.db, [oldPasswordLimit(actor.staffId)], context.now());
  if (!reservation) return refuse('tooManyAttempts');

  const details = await queries.findStaffDetails(context.db, actor.staffId);
  const isRight = await isRightPassword(context, sent.oldpassword, sent.ticket, details.password_hash);
  if (isRight === false) return wrongOldPassword;
  await reservation.giveBack();
  if (isRefusal(isRight)) return isRight;

  const password = await unwrapPassword(context, sent.password, sent.ticket);
  const problems = checkPassword(password ?? '', {
    profile: passwordProfiles[context.config.passwordProfile],
    common: commonPasswords,
    account: actor.account,
  });
  if (problems.length === 0 && (await isPassword(password ?? '', details.password_hash))) {
    problems.push({ field: 'password', message: passwordMessage.unchanged });
  }
  if (problems.length > 0) return refuse('badInput', { message: problems[0]?.message, problems });
  const hash = await hashPassword(password ?? '');
  return await inTransaction(context.db, async (tx) => {
    // Of any number who change it at once, one does: to the others the old password is no longer the old one.
    const current = await queries.lockPerson(tx, actor.staffId);
    if (current?.password_hash !== details.password_hash) return wrongOldPassword;
    await queries.updatePassword(tx, actor.staffId, hash, context.now());
    await endAllSessions(tx, context, actor.staffId, SessionEnd.passwordChanged);
    await appendAudit(tx, context, {
      ...sessionNote('change-password', actor.staffId, actor, origin),
      objectKind: 'staff',
    });
    return undefined;
  });
}

/** A ticket that this very session took for a password is good for one change, right or wrong. */
async function takeNonce(context: Context, ticket: string, origin: { sessionId: string }): Promise<boolean> {
  const ticketRow = await queries.takeTicket(context.db, hashSecret(ticket), 'password', context.now());
  return ticketRow?.session_id === origin.sessionId;
}
