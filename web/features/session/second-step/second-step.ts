import { type EnrolledLogin, type Enrolment, secondFactor } from '#contract/second-factor.ts';
import type { LoginResult, SecondFactorChallenge } from '#contract/session.ts';
import { sessionRefusals } from '#domain/refusals/session-refusals.ts';
import { isCallError } from '#web/api/call-error.ts';
import { send } from '#web/api/send.ts';
import { storeLogin } from '../sign-in.ts';

/** The second step of a login, loaded when needed (docs/decisions/0133). */

/** Completes the login by a code of the authenticator, or by a recovery code. */
export async function finishLogin(challenge: SecondFactorChallenge, code: string): Promise<void> {
  const { account, halfSession } = challenge;
  await storeLogin(account, (await post(secondFactor.finish, { halfSession, code })) as LoginResult);
}

/** Returns the data for the set-up of an authenticator. */
export async function beginAtLogin({ halfSession }: SecondFactorChallenge): Promise<Enrolment> {
  return (await post(secondFactor.beginAtLogin, { halfSession })) as Enrolment;
}

/** Completes the login by the first code of a new authenticator; returns the recovery codes. */
export async function enrolAtLogin(challenge: SecondFactorChallenge, code: string): Promise<string[]> {
  const { account, halfSession } = challenge;
  const answer = (await post(secondFactor.enrolAtLogin, { halfSession, code })) as EnrolledLogin;
  await storeLogin(account, answer);
  return answer.recoveryCodes;
}

/** Checks that the login has to be restarted: its time or its attempts are used up. */
export function mustRestartLogin(cause: unknown): boolean {
  return isCallError(cause) && cause.errcode === sessionRefusals.loginStepOver.errcode;
}

async function post({ method, path }: { method: string; path: string }, body: object): Promise<unknown> {
  return await send({
    method,
    path,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
    omitsSession: true,
  });
}
