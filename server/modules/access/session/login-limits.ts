import type { Context } from '#server/framework/context.ts';
import type { EarlyLimit } from '#server/framework/routing/access.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';
import {
  clearHits,
  livingWindow,
  type RateLimit,
  type Reservation,
  reserveHits,
} from '#server/kernel/http/rate-limit.ts';
import { visitorNetwork } from '#server/kernel/http/visitor-network.ts';
import * as all from './all-sessions.queries.ts';

/** The person who tries to sign in, as far as known before the password is checked. */
export interface Attempt {
  account: string;
  address: string;
  /** Hash of the token of a browser that this very person has signed in with before. */
  knownDevice: string | undefined;
}

const windowSeconds = 15 * 60;
/** Failures that fill each kind of counter. */
const failures = { pair: 5, account: 50, address: 100, device: 10, password: 10, code: 30 };
/** A code has a million values and lasts half a minute: a person with the password can try few of them in a day. */
const codeWindowSeconds = 24 * 60 * 60;

/**
 * Failed logins allowed in 15 minutes. A browser known to the person is counted on its own and is not touched
 * by what attackers do, so that guessing cannot lock a colleague out; unknown browsers are counted by account
 * and address, by account over all addresses, and by address over all accounts.
 */
export function limitsOf(attempt: Attempt): RateLimit[] {
  if (attempt.knownDevice) {
    return [{ bucket: `login:device:${attempt.knownDevice}`, limit: failures.device, windowSeconds }];
  }
  const network = visitorNetwork(attempt.address);
  return [
    { bucket: `${all.pairsOf(attempt.account)}${network}`, limit: failures.pair, windowSeconds },
    { bucket: `login:account:${attempt.account}`, limit: failures.account, windowSeconds },
    { bucket: `login:address:${network}`, limit: failures.address, windowSeconds },
  ];
}

/**
 * Counts the attempt as a failure before the password is checked, since a check takes long enough for hundreds to be
 * under way at once; undefined when there were too many. `giveBack` what turns out to be none.
 */
export function reserveAttempt(context: Context, attempt: Attempt): Promise<Reservation | undefined> {
  return reserveHits(context.db, limitsOf(attempt), context.now());
}

/** As a wrong password counts, so does a wrong code; and those of one day count by themselves. */
export function codeLimitsOf(attempt: Attempt): RateLimit[] {
  const whose = attempt.knownDevice ? `device:${attempt.knownDevice}` : `account:${attempt.account}`;
  return [
    ...limitsOf(attempt),
    { bucket: `login:code:${whose}`, limit: failures.code, windowSeconds: codeWindowSeconds },
  ];
}

/** Codes that a person who is signed in may try when the own second factor is changed: in 15 minutes, and in a day. */
export const ownCodeLimits = (staffId: string): RateLimit[] => [
  { bucket: `code:${staffId}`, limit: failures.password, windowSeconds },
  { bucket: `code-day:${staffId}`, limit: failures.code, windowSeconds: codeWindowSeconds },
];

/** Resets the person's own counter after a success; the account's and the address's counters stay. */
export async function forgetFailures(context: Context, attempt: Attempt): Promise<void> {
  const own = limitsOf(attempt)[0];
  if (own) await clearHits(context.db, [own.bucket]);
}

/** Old passwords that a person may try in 15 minutes when changing the own one. */
export const oldPasswordLimit = (staffId: string): RateLimit => ({
  bucket: `password:${staffId}`,
  limit: failures.password,
  windowSeconds,
});

/** People who are kept out, or from changing their password or second factor, by failures of the last 15 minutes, of codes of a day. */
export async function listLockedStaff(db: Db, now: Date): Promise<ReadonlySet<string>> {
  const recent = livingWindow({ windowSeconds }, now);
  const day = { limit: failures.code, ...livingWindow({ windowSeconds: codeWindowSeconds }, now) };
  const counters = (['pair', 'account', 'device'] as const).map((kind) => ({
    prefix: `login:${kind}:`,
    limit: failures[kind],
    ...recent,
  }));
  return new Set(
    await all.listLockedStaff(db, [
      ...counters,
      { prefix: 'password:', limit: failures.password, ...recent },
      { prefix: 'login:code:', ...day },
      { prefix: 'code-day:', ...day },
    ]),
  );
}

/** Lets a person try again at once; the counters of unknown browsers by address stay. */
export async function unlockSignIn(tx: Tx, person: { id: string; account: string }): Promise<void> {
  await all.forgetAllFailures(tx, person);
}

export const limitsOfCaptcha: EarlyLimit['limitsOf'] = ({ ip }) => [
  { bucket: `captcha:${visitorNetwork(ip)}`, limit: 300, windowSeconds: 60 },
];

/** Calls of a sign-in, right ones too: far more than an office behind one address has in its busiest minute. */
export const limitsOfSignInCalls: EarlyLimit['limitsOf'] = ({ ip }) => [
  { bucket: `sign-in:${visitorNetwork(ip)}`, limit: 1_200, windowSeconds: 60 },
];
