import type { LoginResult, SecondFactorChallenge } from '#contract/session.ts';
import { hasExpired } from '#domain/passwords/password-age.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import { hashSecret } from '#server/kernel/crypto/secrets.ts';
import { inTransaction, type Tx } from '#server/kernel/database/transaction.ts';
import { newSecret } from '#server/kernel/ids.ts';
import { appendAudit } from '#server/modules/access/audit/service.ts';
import { findLandingOf } from '#server/modules/access/menus/service.ts';
import { readPreferences } from '#server/modules/access/preferences/service.ts';
import { findFactor } from '#server/modules/access/second-factor/service.ts';
import { findActor } from './actor.ts';
import { insertHalfSession } from './half-session.queries.ts';
import { sessionsPerPerson } from './limits.ts';
import * as queries from './queries.ts';
import { notifySessionsEnded, type Origin, sessionRecord } from './session-record.ts';

interface VerifiedPerson {
  person: { staffId: string; account: string; name: string };
}

/** A person identified by the portal's own check. */
export interface VerifiedByPassword extends VerifiedPerson {
  loginType: 'password' | 'device';
  /** The hash that matched the password, or that was current when the browser was recognised. */
  passwordHash: string;
}

/** A person identified by the unified login. */
export interface VerifiedBySignOn extends VerifiedPerson {
  loginType: 'oidc' | 'gateway';
  /** Encrypted proof that the provider's own sign-out needs. */
  proofSealed: string;
}

interface Browser {
  /** Hash of the token of a browser in which this person has signed in before. */
  knownDevice?: string | undefined;
  /** True if the browser may sign in without the password next time (记住密码). */
  remembered?: boolean;
}

/** The facts verified by the first step of a sign-in, and its browser. */
export type VerifiedSignIn = (VerifiedByPassword | VerifiedBySignOn) & Browser;

/** Result of the second step; recorded with the sign-in. */
export type SecondStepResult = 'code' | 'recovery-code' | 'enrolled';
type SecondStepRefusalCode = 'wrongCode' | 'loginStepOver';
/**
 * Checks the second factor in the transaction that opens the session; a refusal is rolled back completely.
 */
export type VerifyFactor = (tx: Tx) => Promise<SecondStepResult | Refusal<SecondStepRefusalCode>>;

/** Minutes for finding the phone or setting up an authenticator. */
const halfSessionMinutes = 5;

/** Carries a refusal of the second step out of the transaction, which is rolled back by it. */
class FactorRefusalError extends Error {
  readonly refusal: Refusal<'wrongCredentials' | SecondStepRefusalCode>;

  constructor(refusal: Refusal<'wrongCredentials' | SecondStepRefusalCode>) {
    super(refusal.refused);
    this.refusal = refusal;
  }
}

/**
 * Opens the session of a person after the first step, or, if the second factor is required, a half session
 * that is only valid for the second step. The second factor is checked in the transaction that opens the session,
 * for every way of signing in, so that none can bypass it.
 */
export function openSession(
  context: Context,
  verified: VerifiedSignIn,
  origin: Origin,
): Promise<LoginResult | SecondFactorChallenge | Refusal<'wrongCredentials'>> {
  return inTransaction(context.db, async (tx) => {
    const current = await lockVerifiedPerson(tx, verified, context.now());
    if (!current) return refuse('wrongCredentials');
    const requiredStep = await requiredFactor(tx, verified, current);
    if (requiredStep) return openHalfSession(tx, context, verified, requiredStep);
    return beginSession(tx, context, { ...verified, isPasswordTooOld: current.isPasswordTooOld }, origin);
  });
}

/** Opens the session after both steps; a refusal leaves no session, no new factor and no used code. */
export async function finishSession(
  context: Context,
  verified: VerifiedSignIn,
  origin: Origin,
  verifyFactor: VerifyFactor,
): Promise<LoginResult | Refusal<'wrongCredentials' | SecondStepRefusalCode>> {
  try {
    return await inTransaction(context.db, async (tx) => {
      const current = await lockVerifiedPerson(tx, verified, context.now());
      if (!current) return refuse('wrongCredentials');
      const secondStep = await verifyFactor(tx);
      if (isRefusal(secondStep)) throw new FactorRefusalError(secondStep);
      const loginResult = await beginSession(
        tx,
        context,
        { ...verified, isPasswordTooOld: current.isPasswordTooOld },
        origin,
        secondStep,
      );
      // The person's remembered browser was deleted meanwhile: a factor that it set up would lock the owner out.
      if (isRefusal(loginResult)) throw new FactorRefusalError(loginResult);
      return loginResult;
    });
  } catch (error) {
    if (error instanceof FactorRefusalError) return error.refusal;
    throw error;
  }
}

/**
 * Locks the person for the sign-in. Returns undefined if the password was changed or the account was disabled
 * during the check.
 */
async function lockVerifiedPerson(tx: Tx, verified: VerifiedSignIn, now: Date) {
  const current = await queries.lockPerson(tx, verified.person.staffId);
  if (!current || current.disabled_at) return undefined;
  if (!('passwordHash' in verified)) return { ...current, isPasswordTooOld: false };
  if (current.password_hash !== verified.passwordHash) return undefined;
  // People of the unified login use no password of ours, so its age does not matter.
  const policy = await queries.findAgePolicy(tx);
  return { ...current, isPasswordTooOld: hasExpired(current.password_changed_at, now, policy) };
}

/**
 * Returns the second factor that the person must still verify or set up. Returns undefined for a person with a
 * one-time or expired password: this session can only change the password; the factor is set up at the next
 * sign-in.
 */
async function requiredFactor(
  tx: Tx,
  verified: VerifiedSignIn,
  current: { must_change_password: boolean; isPasswordTooOld: boolean },
): Promise<SecondFactorChallenge['secondFactor'] | undefined> {
  const factor = await findFactor(tx, verified.person.staffId);
  if ('proofSealed' in verified && !factor.requiredAfterSignOn) return undefined;
  if (factor.secretSealed !== null) return 'code';
  if (current.must_change_password || current.isPasswordTooOld) return undefined;
  return factor.obliged ? 'enrol' : undefined;
}

async function openHalfSession(
  tx: Tx,
  context: Context,
  verified: VerifiedSignIn,
  secondFactor: SecondFactorChallenge['secondFactor'],
): Promise<SecondFactorChallenge> {
  const halfSession = newSecret();
  const expiresAt = new Date(context.now().getTime() + halfSessionMinutes * 60_000);
  await insertHalfSession(tx, {
    token_hash: hashSecret(halfSession),
    staff_id: verified.person.staffId,
    step: secondFactor,
    kept_sealed: context.crypto.seal(JSON.stringify(verified)),
    expires_at: expiresAt,
  });
  return { secondFactor, account: verified.person.account, halfSession, expiresAt: expiresAt.toISOString() };
}

/**
 * Opens the session and renews the browser's device token, so that a stolen copy of an old one is useless. Of
 * several concurrent sign-ins with the same token only one succeeds. The unified login creates no device
 * token: its browser is known to the provider, not here.
 */
async function beginSession(
  tx: Tx,
  context: Context,
  verified: VerifiedSignIn & { isPasswordTooOld: boolean },
  origin: Origin,
  secondFactor?: SecondStepResult,
): Promise<LoginResult | Refusal<'wrongCredentials'>> {
  const { person, loginType, remembered = false } = verified;
  const now = context.now();
  const accessToken = newSecret();
  const sessionId = context.newId();
  const deviceToken =
    'passwordHash' in verified ? await renewDevice(tx, verified, { remembered, origin, now }) : '';
  if (deviceToken === undefined) return refuse('wrongCredentials');
  await queries.insertSession(tx, {
    id: sessionId,
    token_hash: hashSecret(accessToken),
    staff_id: person.staffId,
    login_type: loginType,
    address: origin.ip,
    user_agent: origin.userAgent,
    created_at: now,
    seen_at: now,
    sign_on_proof_sealed: 'proofSealed' in verified ? verified.proofSealed : null,
    password_expired: verified.isPasswordTooOld,
  });
  await notifySessionsEnded(tx, await queries.endSessionsBeyond(tx, person.staffId, sessionsPerPerson, now));
  await appendAudit(tx, context, {
    ...sessionRecord('login', sessionId, person, origin),
    detail: { loginType, address: origin.ip, ...(secondFactor && { secondFactor }) },
  });
  return {
    accessToken,
    loginType,
    staffId: person.staffId,
    deviceToken,
    theme: (await readPreferences(tx, person.staffId)).theme,
    remembered,
    landing: await readLanding(tx, person, now),
    expiresAt: new Date(now.getTime() + queries.sessionHours.absolute * 3_600_000).toISOString(),
  };
}

/**
 * Returns the landing page of a person who has just signed in, so that the browser need not load the menu
 * first.
 */
async function readLanding(db: Tx, person: VerifiedSignIn['person'], now: Date): Promise<string | null> {
  const actor = await findActor({ db, now: () => now }, person.account);
  if (actor === undefined) return null;
  const { default_landing: landing } = await queries.findStaffDetails(db, person.staffId);
  return await findLandingOf({ db }, actor, landing);
}

/** Replaces the browser's token by a new one; undefined if the old one was just used up. */
async function renewDevice(
  tx: Tx,
  { person, loginType, knownDevice }: VerifiedByPassword & Browser,
  { remembered, origin, now }: { remembered: boolean; origin: Origin; now: Date },
): Promise<string | undefined> {
  const replacedCount = knownDevice ? await queries.revokeDevices(tx, person.staffId, now, knownDevice) : 0;
  if (loginType === 'device' && replacedCount === 0) return undefined;
  const deviceToken = newSecret();
  await queries.saveDevice(tx, {
    token_hash: hashSecret(deviceToken),
    staff_id: person.staffId,
    may_sign_in: remembered,
    user_agent: origin.userAgent,
    address: origin.ip,
    created_at: now,
    used_at: now,
  });
  return deviceToken;
}
