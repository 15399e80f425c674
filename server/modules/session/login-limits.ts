import { type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/context/context.ts';
import { clearHits, countHit, isLimited, type RateLimit } from '#server/http/rate-limit.ts';

/** Who tries to sign in, as far as it is known before the password is checked. */
export interface Attempt {
  account: string;
  address: string;
  /** Hash of the token of a browser that this very person has signed in with before. */
  knownDevice: string | undefined;
}

const windowSeconds = 15 * 60;

/**
 * Failed logins allowed in 15 minutes. A browser known to the person is counted on its own and is not touched by what
 * strangers do, so that nobody can lock a colleague out by guessing; strangers are counted by account and address, by
 * account over all addresses, and by address over all accounts.
 */
export function limitsOf(attempt: Attempt): RateLimit[] {
  if (attempt.knownDevice) {
    return [{ bucket: `login:device:${attempt.knownDevice}`, limit: 10, windowSeconds }];
  }
  return [
    { bucket: `login:pair:${attempt.account}:${attempt.address}`, limit: 5, windowSeconds },
    { bucket: `login:account:${attempt.account}`, limit: 50, windowSeconds },
    { bucket: `login:address:${attempt.address}`, limit: 100, windowSeconds },
  ];
}

export async function checkLimits(context: Context, attempt: Attempt): Promise<Refusal | undefined> {
  const now = context.now();
  for (const limit of limitsOf(attempt)) {
    if (await isLimited(context.db, limit, now)) return refuse('tooManyAttempts');
  }
  return undefined;
}

export async function countFailure(context: Context, attempt: Attempt): Promise<void> {
  for (const limit of limitsOf(attempt)) await countHit(context.db, limit, context.now());
}

/** After a success the person's own counters begin anew; the account's and the address's count on against strangers. */
export async function forgetFailures(context: Context, attempt: Attempt): Promise<void> {
  const own = limitsOf(attempt)[0];
  if (own) await clearHits(context.db, [own.bucket]);
}

export const captchaLimit = (address: string): RateLimit => ({
  bucket: `captcha:${address}`,
  limit: 300,
  windowSeconds: 60,
});
