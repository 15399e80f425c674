import type { RefusalOf } from '#contract/endpoint.ts';
import type { EnrolledLogin, Enrolment, secondFactor } from '#contract/second-factor.ts';
import type { LoginResult } from '#contract/session.ts';
import { isRefusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import type { CallSubject } from '#server/framework/routing/call-observer.ts';
import { hashSecret } from '#server/kernel/crypto/secrets.ts';
import { type RateLimit, reserveHits } from '#server/kernel/http/rate-limit.ts';
import {
  consumeCode,
  enrol,
  findFactor,
  startEnrolment,
} from '#server/modules/access/second-factor/service.ts';
import * as halfSessionQueries from './half-session.queries.ts';
import { codeLimitsOf, type LoginAttempt, resetFailures } from './login-limits.ts';
import { finishSession, type VerifiedSignIn, type VerifyFactor } from './open-session.ts';
import type { Origin } from './session-record.ts';

/** The second step of a sign-in, identified only by the token of the first one (docs/decisions/0133). */

type SecondStepCall = Origin & { subject: CallSubject };
type FinishRefusal = RefusalOf<typeof secondFactor.finish>;

interface HalfSession {
  tokenHash: string;
  staffId: string;
  account: string;
  step: 'code' | 'enrol';
  verified: VerifiedSignIn;
}

async function loadHalfSession(context: Context, halfSession: string): Promise<HalfSession | undefined> {
  const tokenHash = hashSecret(halfSession);
  const row = await halfSessionQueries.findHalfSession(context.db, tokenHash, context.now());
  if (!row) return undefined;
  const verified = JSON.parse(context.crypto.open(row.kept_sealed, 'session')) as VerifiedSignIn;
  const { account } = verified.person;
  return { tokenHash, staffId: row.staff_id, account, step: row.step, verified };
}

/** Completes a sign-in by a code of the authenticator, or by a recovery code. */
export function finishLogin(
  context: Context,
  input: { halfSession: string; code: string },
  origin: SecondStepCall,
): Promise<LoginResult | FinishRefusal> {
  return completeSignIn(context, input, 'code', origin, (half) => async (tx) => {
    // The factor was reset since the password was checked: the sign-in is over, whatever the code.
    if ((await findFactor(tx, half.staffId)).secretSealed === null) return refuse('loginStepOver');
    const proof = await consumeCode(tx, context, half.staffId, input.code);
    if (proof === undefined) return refuse('wrongCode');
    return (await halfSessionQueries.consumeHalfSession(tx, half.tokenHash))
      ? proof
      : refuse('loginStepOver');
  });
}

const enrolLimit = (staffId: string): RateLimit => ({
  bucket: `second-factor:shown:${staffId}`,
  limit: 20,
  windowSeconds: 15 * 60,
});

/**
 * Shows a secret to a person who must have a factor and has none. A person who already has one gets no other
 * secret: a stolen token of the first step must not replace the factor.
 */
export async function beginEnrolmentAtLogin(
  context: Context,
  { halfSession }: { halfSession: string },
): Promise<Enrolment | RefusalOf<typeof secondFactor.beginAtLogin>> {
  const half = await loadHalfSession(context, halfSession);
  if (half?.step !== 'enrol') return refuse('loginStepOver');
  if ((await findFactor(context.db, half.staffId)).secretSealed !== null) return refuse('loginStepOver');
  if (!(await reserveHits(context.db, [enrolLimit(half.staffId)], context.now())))
    return refuse('tooManyAttempts');
  const { tokenHash: ownerHash, staffId, account } = half;
  return startEnrolment(context, { ownerHash, staffId, account });
}

/**
 * Completes a sign-in by the first code of the authenticator that was set up for it; returns the recovery
 * codes.
 */
export async function enrolAtLogin(
  context: Context,
  input: { halfSession: string; code: string },
  origin: SecondStepCall,
): Promise<EnrolledLogin | FinishRefusal> {
  let recoveryCodes: string[] = [];
  const result = await completeSignIn(context, input, 'enrol', origin, (half) => async (tx) => {
    if ((await findFactor(tx, half.staffId)).secretSealed !== null) return refuse('loginStepOver');
    const owner = { ownerHash: half.tokenHash, staffId: half.staffId };
    const enrolment = await enrol(tx, context, owner, input.code);
    if (enrolment === 'wrong') return refuse('wrongCode');
    if (enrolment === 'none' || !(await halfSessionQueries.consumeHalfSession(tx, half.tokenHash)))
      return refuse('loginStepOver');
    recoveryCodes = enrolment.recoveryCodes;
    return 'enrolled';
  });
  return isRefusal(result) ? result : { ...result, recoveryCodes };
}

/**
 * Counts the attempt before the code is checked: for the half session, which has five, and like a wrong
 * password, so that any number of half sessions share the limit of one account, network or known browser.
 */
async function completeSignIn(
  context: Context,
  input: { halfSession: string },
  step: HalfSession['step'],
  origin: SecondStepCall,
  createVerifier: (half: HalfSession) => VerifyFactor,
): Promise<LoginResult | FinishRefusal> {
  const half = await loadHalfSession(context, input.halfSession);
  if (half?.step !== step) return refuse('loginStepOver');
  origin.subject.account = half.account;
  const attempt: LoginAttempt = {
    account: half.account,
    address: origin.ip,
    knownDevice: half.verified.knownDevice,
  };
  const reservation = await reserveHits(context.db, codeLimitsOf(attempt), context.now());
  if (!reservation) return refuse('tooManyAttempts');
  const outcome = (await halfSessionQueries.countAttempt(context.db, half.tokenHash))
    ? await finishSession(context, half.verified, origin, createVerifier(half))
    : refuse('loginStepOver');
  if (!isRefusal(outcome) || outcome.refused !== 'wrongCode') await reservation.release();
  if (!isRefusal(outcome)) await resetFailures(context, attempt);
  if (!isRefusal(outcome)) return outcome;
  // The first step succeeded a moment ago: since then the account was disabled, or its password changed.
  return outcome.refused === 'wrongCode' ? refuse('wrongCode') : refuse('loginStepOver');
}

/** Deletes expired half sessions, every five minutes. */
export function cleanUpHalfSessions(context: Pick<Context, 'db' | 'now'>): Promise<void> {
  return halfSessionQueries.deleteExpiredHalfSessions(context.db, context.now());
}
