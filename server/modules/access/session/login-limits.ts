import type { Context } from '#server/framework/context.ts';
import type { PreBodyLimit } from '#server/framework/routing/access.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';
import {
  clearHits,
  type RateLimit,
  type Reservation,
  reserveHits,
  validWindowStarts,
} from '#server/kernel/http/rate-limit.ts';
import { visitorNetwork } from '#server/kernel/http/visitor-network.ts';
import * as sessionQueries from './all-sessions.queries.ts';

/** A login attempt, as far as known before the password is checked. */
export interface LoginAttempt {
  account: string;
  address: string;
  /** Hash of the token of a browser in which this person has signed in before. */
  knownDevice: string | undefined;
}

const windowSeconds = 15 * 60;
/** Number of failures that fills each kind of counter. */
const maxFailures = { accountAndAddress: 5, account: 50, address: 100, device: 10, password: 10, code: 30 };
/**
 * A code has a million values and is valid for half a minute: a person with the password can try only few of
 * them in a day.
 */
const codeWindowSeconds = 24 * 60 * 60;

/**
 * Returns the limits of failed logins in 15 minutes. A browser known to the person has a counter of its own
 * that attackers cannot affect, so that guessing cannot lock a colleague out; unknown browsers are counted by
 * account and address, by account over all addresses, and by address over all accounts.
 */
export function loginLimits(attempt: LoginAttempt): RateLimit[] {
  if (attempt.knownDevice) {
    return [{ bucket: `login:device:${attempt.knownDevice}`, limit: maxFailures.device, windowSeconds }];
  }
  const network = visitorNetwork(attempt.address);
  return [
    {
      bucket: `${sessionQueries.addressCounterPrefix(attempt.account)}${network}`,
      limit: maxFailures.accountAndAddress,
      windowSeconds,
    },
    { bucket: `login:account:${attempt.account}`, limit: maxFailures.account, windowSeconds },
    { bucket: `login:address:${network}`, limit: maxFailures.address, windowSeconds },
  ];
}

/**
 * Counts the attempt as a failure before the password is checked, because hundreds of attempts could run during
 * one check. Undefined if the limit is reached. Call `release()` of the reservation if the attempt succeeds.
 */
export function reserveAttempt(context: Context, attempt: LoginAttempt): Promise<Reservation | undefined> {
  return reserveHits(context.db, loginLimits(attempt), context.now());
}

/** Returns the limits of wrong codes: those of wrong passwords, and a separate one for a day. */
export function codeLimitsOf(attempt: LoginAttempt): RateLimit[] {
  const bucketOwner = attempt.knownDevice ? `device:${attempt.knownDevice}` : `account:${attempt.account}`;
  return [
    ...loginLimits(attempt),
    { bucket: `login:code:${bucketOwner}`, limit: maxFailures.code, windowSeconds: codeWindowSeconds },
  ];
}

/**
 * Returns the limits of codes that a signed-in person may try to change their second factor: in 15 minutes,
 * and in a day.
 */
export const ownCodeLimits = (staffId: string): RateLimit[] => [
  { bucket: `code:${staffId}`, limit: maxFailures.password, windowSeconds },
  { bucket: `code-day:${staffId}`, limit: maxFailures.code, windowSeconds: codeWindowSeconds },
];

/** Resets the person's own counter after a success; the account's and the address's counters stay. */
export async function resetFailures(context: Context, attempt: LoginAttempt): Promise<void> {
  const ownLimit = loginLimits(attempt)[0];
  if (ownLimit) await clearHits(context.db, [ownLimit.bucket]);
}

/** Returns the limit of old passwords that a person may try in 15 minutes to change their own. */
export const oldPasswordLimit = (staffId: string): RateLimit => ({
  bucket: `password:${staffId}`,
  limit: maxFailures.password,
  windowSeconds,
});

/**
 * Lists people who are locked out of signing in, or of changing their password or second factor, by failures
 * of the last 15 minutes, or by codes of a day.
 */
export async function listLockedStaff(db: Db, now: Date): Promise<ReadonlySet<string>> {
  const recent = validWindowStarts({ windowSeconds }, now);
  const day = { limit: maxFailures.code, ...validWindowStarts({ windowSeconds: codeWindowSeconds }, now) };
  const counters = [
    { prefix: 'login:pair:', limit: maxFailures.accountAndAddress, ...recent },
    { prefix: 'login:account:', limit: maxFailures.account, ...recent },
    { prefix: 'login:device:', limit: maxFailures.device, ...recent },
  ];
  return new Set(
    await sessionQueries.listLockedStaff(db, [
      ...counters,
      { prefix: 'password:', limit: maxFailures.password, ...recent },
      { prefix: 'login:code:', ...day },
      { prefix: 'code-day:', ...day },
    ]),
  );
}

/** Lets a person try again at once; the counters of unknown browsers by address stay. */
export async function unlockSignIn(tx: Tx, person: { id: string; account: string }): Promise<void> {
  await sessionQueries.deleteFailureCounters(tx, person);
}

export const limitsOfCaptcha: PreBodyLimit['limitsOf'] = ({ ip }) => [
  { bucket: `captcha:${visitorNetwork(ip)}`, limit: 300, windowSeconds: 60 },
];

/**
 * Returns the limits of calls of a sign-in, including successful ones: far more than an office behind one
 * address makes in its busiest minute.
 */
export const limitsOfSignInCalls: PreBodyLimit['limitsOf'] = ({ ip }) => [
  { bucket: `sign-in:${visitorNetwork(ip)}`, limit: 1_200, windowSeconds: 60 },
];
