import { findOwnPathOrAllowed } from '#contract/safe-target.ts';
import type { TicketPurpose } from '#contract/session.ts';
import type { Actor } from '#domain/access/actor.ts';
import { SessionEnd } from '#domain/access/session-end.ts';
import { type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import { hashSecret } from '#server/kernel/crypto/secrets.ts';
import { inTransaction, type Tx } from '#server/kernel/database/transaction.ts';
import { reserveHits } from '#server/kernel/http/rate-limit.ts';
import { newSecret } from '#server/kernel/ids.ts';
import { appendAudit } from '#server/modules/access/audit/service.ts';
import { cleanUpFactors } from '#server/modules/access/second-factor/service.ts';
import { deleteHalfSessionsOf } from './half-session.queries.ts';
import { ticketLimit } from './limits.ts';
import * as queries from './queries.ts';
import { cleanUpHalfSessions } from './second-step.ts';
import { notifySessionsEnded, type Origin, sessionRecord } from './session-record.ts';

const ticketSeconds = 60;

/**
 * Purpose of a ticket: one that browsers request, or `archive`, which only its own call creates and records
 * (0162).
 */
type StoredTicketPurpose = TicketPurpose | 'archive';

/** Ends this session; its open pages are notified and closed. */
export async function logout(
  context: Context,
  actor: Actor,
  sessionId: string,
  origin: Pick<Origin, 'requestId'>,
): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    await notifySessionsEnded(
      tx,
      await queries.endSessions(tx, { id: sessionId }, SessionEnd.logout, context.now()),
    );
    await appendAudit(tx, context, sessionRecord('logout', sessionId, actor, origin));
  });
}

/**
 * Ends every session and every unfinished sign-in of a person, and revokes every browser, for example after
 * disabling or a new password.
 */
export async function endAllSessions(
  tx: Tx,
  context: Pick<Context, 'now'>,
  staffId: string,
  reason: SessionEnd,
): Promise<number> {
  const now = context.now();
  await deleteHalfSessionsOf(tx, staffId);
  const ended = await queries.endSessions(tx, { staffId }, reason, now);
  await notifySessionsEnded(tx, ended);
  await queries.revokeDevices(tx, staffId, now);
  return ended.length;
}

/**
 * Returns the address for the browser after the single sign-out: within the portal, or at an allowed origin
 * (security rule 4).
 */
export function safeRedirect(uri: string, allowedOrigins: readonly string[]): string {
  return findOwnPathOrAllowed(uri, allowedOrigins) ?? '/login';
}

/**
 * Creates a ticket for one download or one event stream within a minute, for requests that cannot have a
 * header.
 */
export async function createTicket(
  context: Context,
  caller: { staffId: string; sessionId: string },
  request: { purpose: StoredTicketPurpose; subject: string },
): Promise<{ ticket: string; expiresAt: string } | Refusal<'tooManyRequests'>> {
  if (!(await reserveHits(context.db, [ticketLimit(caller.staffId)], context.now()))) {
    return refuse('tooManyRequests');
  }
  const ticket = newSecret();
  const expiresAt = new Date(context.now().getTime() + ticketSeconds * 1000);
  await queries.insertTicket(context.db, {
    ticket_hash: hashSecret(ticket),
    session_id: caller.sessionId,
    ...request,
    expires_at: expiresAt,
  });
  return { ticket, expiresAt: expiresAt.toISOString() };
}

/** Revokes a browser (undoes 记住密码). */
export async function revokeDevice(
  context: Context,
  actor: Actor,
  deviceToken: string,
  origin: Pick<Origin, 'requestId'>,
): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    await queries.revokeDevices(tx, actor.staffId, context.now(), hashSecret(deviceToken));
    await appendAudit(tx, context, sessionRecord('forget-device', actor.staffId, actor, origin));
  });
}

/**
 * Revokes every browser of a person and returns their number: none signs in without the password any more.
 */
export function revokeBrowsers(tx: Tx, context: Pick<Context, 'now'>, staffId: string): Promise<number> {
  return queries.revokeDevices(tx, staffId, context.now());
}

/** Deletes old sessions and browsers, and expired data of sign-ins, every five minutes. */
export async function cleanUp(context: Context): Promise<void> {
  await queries.deleteOldSessions(context.db, context.now());
  await cleanUpHalfSessions(context);
  await cleanUpFactors(context);
}

export { findActor, findActorOfSession } from './actor.ts';
export { listLockedStaff, unlockSignIn } from './login-limits.ts';
export { openSession } from './open-session.ts';
export { consumeIdentityProof } from './own-identity.ts';
export { unlessOverloaded } from './password-check.ts';
export { hashPassword, noPasswordHash } from './password-hash.ts';
export { listAccountsWithPublishedPassword, reportPublishedPasswords } from './published-password.ts';
export { findSecret, sessionExpiryTimes, storeSecret } from './queries.ts';
export type { Origin } from './session-record.ts';
