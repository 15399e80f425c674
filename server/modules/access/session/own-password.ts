import { isRefusal, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import { hashSecret } from '#server/kernel/crypto/secrets.ts';
import { reserveHits } from '#server/kernel/http/rate-limit.ts';
import { oldPasswordLimit } from './login-limits.ts';
import { isRightPassword } from './password-check.ts';
import { isEncryptedPassword } from './password-transport.ts';
import * as queries from './queries.ts';

type PasswordRefusal = Refusal<'badInput' | 'tooManyAttempts' | 'wrongCredentials' | 'busy'>;

/**
 * Checks the signed-in user's own password before a change that a stolen session must not make. `others` are
 * passwords sent with it, with the same ticket. Returns the hash that matched the password.
 */
export async function verifyOwnPassword(
  context: Context,
  actor: { staffId: string },
  input: { password: string; ticket: string },
  origin: { sessionId: string },
  others: readonly string[] = [],
): Promise<{ passwordHash: string } | PasswordRefusal> {
  if (
    [input.password, ...others].some(isEncryptedPassword) &&
    !(await consumeNonce(context, input.ticket, origin))
  ) {
    return refuse('badInput', { message: '本次提交已失效，请重新提交' });
  }
  const reservation = await reserveHits(context.db, [oldPasswordLimit(actor.staffId)], context.now());
  if (!reservation) return refuse('tooManyAttempts');
  const { password_hash: passwordHash } = await queries.findStaffDetails(context.db, actor.staffId);
  const isRight = await isRightPassword(context, input.password, input.ticket, passwordHash);
  if (isRight === false) {
    return refuse('wrongCredentials', {
      message: '密码错误',
      problems: [{ field: 'password', message: '密码错误' }],
    });
  }
  await reservation.release();
  return isRefusal(isRight) ? isRight : { passwordHash };
}

/** Uses up a ticket that this session got for a password; it is valid for one change, right or wrong. */
async function consumeNonce(
  context: Context,
  ticket: string,
  origin: { sessionId: string },
): Promise<boolean> {
  const ticketRow = await queries.consumeTicket(context.db, hashSecret(ticket), 'password', context.now());
  return ticketRow?.session_id === origin.sessionId;
}
