import type { LoginAnswer } from '#contract/session.ts';
import { type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/context/context.ts';
import { newSecret } from '#server/context/ids.ts';
import { hashSecret } from '#server/context/secrets.ts';
import { inTransaction, type Tx } from '#server/database/transaction.ts';
import { appendAudit } from '#server/modules/audit/service.ts';
import { sessionsPerPerson } from './limits.ts';
import * as queries from './queries.ts';
import { type Origin, sessionNote, tellEnded } from './session-note.ts';

interface ProvenPerson {
  person: { staffId: string; name: string };
}

/** A person who may come in by what the portal itself looked at. */
export interface ProvenByPassword extends ProvenPerson {
  loginType: 'password' | 'device';
  /** The hash that the password fitted, or that stood when the browser was recognised. */
  passwordHash: string;
}

/** A person whom the unified login vouches for. */
export interface ProvenBySignOn extends ProvenPerson {
  loginType: 'oidc' | 'gateway';
  /** What the provider's own sign-out asks for; sealed. */
  proofSealed: string;
}

interface Browser {
  /** Hash of the token of a browser that this very person has signed in with before. */
  knownDevice?: string | undefined;
  /** The browser may sign in without the password next time (记住密码). */
  remembered?: boolean;
}

/**
 * Opens the session and renews the browser's device token, so that a stolen copy of an old one is worth nothing. Of any
 * number who sign in by the same token at once, one comes in; and nobody by a password that was changed, or into an account
 * that was disabled, while the proof was being looked at: such a session would outlive the end of all the others. The
 * unified login leaves no device token: its browser is known to the provider, not here.
 */
export async function openSession(
  context: Context,
  proven: (ProvenByPassword | ProvenBySignOn) & Browser,
  origin: Origin,
): Promise<LoginAnswer | Refusal<'wrongCredentials'>> {
  const { person, loginType, remembered = false } = proven;
  const now = context.now();
  const accessToken = newSecret();
  const sessionId = context.newId();
  const deviceToken = await inTransaction(context.db, async (tx) => {
    const current = await queries.lockPerson(tx, person.staffId);
    if (!current || current.disabled_at) return undefined;
    if ('passwordHash' in proven && current.password_hash !== proven.passwordHash) return undefined;
    const renewed =
      'passwordHash' in proven ? await renewDevice(tx, proven, { remembered, origin, now }) : '';
    if (renewed === undefined) return undefined;
    await queries.insertSession(tx, {
      id: sessionId,
      token_hash: hashSecret(accessToken),
      staff_id: person.staffId,
      login_type: loginType,
      address: origin.ip,
      user_agent: origin.userAgent,
      created_at: now,
      seen_at: now,
      sign_on_proof_sealed: 'proofSealed' in proven ? proven.proofSealed : null,
    });
    await tellEnded(tx, await queries.endSessionsBeyond(tx, person.staffId, sessionsPerPerson, now));
    await appendAudit(tx, context, {
      ...sessionNote('login', sessionId, person, origin),
      detail: { loginType, address: origin.ip },
    });
    return renewed;
  });
  if (deviceToken === undefined) return refuse('wrongCredentials');
  return {
    accessToken,
    loginType,
    staffId: person.staffId,
    deviceToken,
    remembered,
    expiresAt: new Date(now.getTime() + queries.sessionHours.absolute * 3_600_000).toISOString(),
  };
}

/** The browser's new token in the place of its old one; undefined when the one that it came in by was just used up. */
async function renewDevice(
  tx: Tx,
  { person, loginType, knownDevice }: ProvenByPassword & Browser,
  { remembered, origin, now }: { remembered: boolean; origin: Origin; now: Date },
): Promise<string | undefined> {
  const replaced = knownDevice ? await queries.revokeDevices(tx, person.staffId, now, knownDevice) : 0;
  if (loginType === 'device' && replaced === 0) return undefined;
  const deviceToken = newSecret();
  await queries.saveDevice(tx, {
    token_hash: hashSecret(deviceToken),
    staff_id: person.staffId,
    may_sign_in: remembered,
    user_agent: origin.userAgent,
    created_at: now,
    used_at: now,
  });
  return deviceToken;
}
