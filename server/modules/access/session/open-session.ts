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
import { insertHalf } from './half-session.queries.ts';
import { sessionsPerPerson } from './limits.ts';
import * as queries from './queries.ts';
import { notifySessionsEnded, type Origin, sessionNote } from './session-note.ts';

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

/** The facts proven by the first step of a sign-in, and its browser. */
export type VerifiedSignIn = (VerifiedByPassword | VerifiedBySignOn) & Browser;

/** Result of the second step; recorded with the sign-in. */
export type SecondStepResult = 'code' | 'recovery-code' | 'enrolled';
type Code = 'wrongCode' | 'loginStepOver';
/**
 * Checks the second factor in the transaction that opens the session; a refusal is rolled back completely.
 */
export type VerifyFactor = (tx: Tx) => Promise<SecondStepResult | Refusal<Code>>;

/** Minutes for finding the phone or setting up an authenticator. */
const halfMinutes = 5;

/** Carries a refusal of the second step out of the transaction, which is rolled back by it. */
class FactorRefusalError extends Error {
  readonly refusal: Refusal<'wrongCredentials' | Code>;

  constructor(refusal: Refusal<'wrongCredentials' | Code>) {
    super(refusal.refused);
    this.refusal = refusal;
  }
}

/**
 * Opens the session of a person after the first step, or, if the second factor is required, a half session
 * that is only valid for the second step. Checked in the transaction that opens the session, for every way of
 * signing in, so that none can bypass it.
 */
export function openSession(
  context: Context,
  proven: VerifiedSignIn,
  origin: Origin,
): Promise<LoginResult | SecondFactorChallenge | Refusal<'wrongCredentials'>> {
  return inTransaction(context.db, async (tx) => {
    const current = await lockProven(tx, proven, context.now());
    if (!current) return refuse('wrongCredentials');
    const wanted = await requiredFactor(tx, proven, current);
    if (wanted) return openHalf(tx, context, proven, wanted);
    return beginSession(tx, context, { ...proven, isTooOld: current.isTooOld }, origin);
  });
}

/** Opens the session after both steps; a refusal leaves no session, no new factor and no used code. */
export async function finishSession(
  context: Context,
  proven: VerifiedSignIn,
  origin: Origin,
  proveFactor: VerifyFactor,
): Promise<LoginResult | Refusal<'wrongCredentials' | Code>> {
  try {
    return await inTransaction(context.db, async (tx) => {
      const current = await lockProven(tx, proven, context.now());
      if (!current) return refuse('wrongCredentials');
      const taken = await proveFactor(tx);
      if (isRefusal(taken)) throw new FactorRefusalError(taken);
      const entered = await beginSession(
        tx,
        context,
        { ...proven, isTooOld: current.isTooOld },
        origin,
        taken,
      );
      // Its browser was forgotten meanwhile: a factor that it set up would lock the owner out.
      if (isRefusal(entered)) throw new FactorRefusalError(entered);
      return entered;
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
async function lockProven(tx: Tx, proven: VerifiedSignIn, now: Date) {
  const current = await queries.lockPerson(tx, proven.person.staffId);
  if (!current || current.disabled_at) return undefined;
  if (!('passwordHash' in proven)) return { ...current, isTooOld: false };
  if (current.password_hash !== proven.passwordHash) return undefined;
  // People of the unified login use no password of ours, so its age does not matter.
  const policy = await queries.findAgePolicy(tx);
  return { ...current, isTooOld: hasExpired(current.password_changed_at, now, policy) };
}

/**
 * Returns the second factor that the person must still prove or set up. A person with a one-time or expired
 * password first changes it, which is all that this session can do, and sets up the factor at the next
 * sign-in.
 */
async function requiredFactor(
  tx: Tx,
  proven: VerifiedSignIn,
  current: { must_change_password: boolean; isTooOld: boolean },
): Promise<SecondFactorChallenge['secondFactor'] | undefined> {
  const factor = await findFactor(tx, proven.person.staffId);
  if ('proofSealed' in proven && !factor.afterSignOn) return undefined;
  if (factor.secretSealed !== null) return 'code';
  if (current.must_change_password || current.isTooOld) return undefined;
  return factor.obliged ? 'enrol' : undefined;
}

async function openHalf(
  tx: Tx,
  context: Context,
  proven: VerifiedSignIn,
  secondFactor: SecondFactorChallenge['secondFactor'],
): Promise<SecondFactorChallenge> {
  const halfSession = newSecret();
  const expiresAt = new Date(context.now().getTime() + halfMinutes * 60_000);
  await insertHalf(tx, {
    token_hash: hashSecret(halfSession),
    staff_id: proven.person.staffId,
    step: secondFactor,
    kept_sealed: context.crypto.seal(JSON.stringify(proven)),
    expires_at: expiresAt,
  });
  return { secondFactor, account: proven.person.account, halfSession, expiresAt: expiresAt.toISOString() };
}

/**
 * Opens the session and renews the browser's device token, so that a stolen copy of an old one is useless. Of
 * several concurrent sign-ins with the same token only one succeeds. The unified login creates no device
 * token: its browser is known to the provider, not here.
 */
async function beginSession(
  tx: Tx,
  context: Context,
  proven: VerifiedSignIn & { isTooOld: boolean },
  origin: Origin,
  secondFactor?: SecondStepResult,
): Promise<LoginResult | Refusal<'wrongCredentials'>> {
  const { person, loginType, remembered = false } = proven;
  const now = context.now();
  const accessToken = newSecret();
  const sessionId = context.newId();
  const deviceToken =
    'passwordHash' in proven ? await renewDevice(tx, proven, { remembered, origin, now }) : '';
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
    sign_on_proof_sealed: 'proofSealed' in proven ? proven.proofSealed : null,
    password_expired: proven.isTooOld,
  });
  await notifySessionsEnded(tx, await queries.endSessionsBeyond(tx, person.staffId, sessionsPerPerson, now));
  await appendAudit(tx, context, {
    ...sessionNote('login', sessionId, person, origin),
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
  const { default_landing: own } = await queries.findStaffDetails(db, person.staffId);
  return await findLandingOf({ db }, actor, own);
}

/** Replaces the browser's token by a new one; undefined if the old one was just used up. */
async function renewDevice(
  tx: Tx,
  { person, loginType, knownDevice }: VerifiedByPassword & Browser,
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
    address: origin.ip,
    created_at: now,
    used_at: now,
  });
  return deviceToken;
}
