import type { Enrolment } from '#contract/second-factor.ts';
import type { Context } from '#server/framework/context.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';
import * as queries from './queries.ts';
import { digestOfCode, newRecoveryCodes, plainCode } from './recovery-codes.ts';
import { newFactorSecret, presentEnrolment, stepOfCode } from './totp.ts';

/** As long as a secret that was shown may wait for its first code. */
const pendingMinutes = 10;

/** By what a person proved to have the second factor. */
export type FactorProof = 'code' | 'recovery-code';

type Sealing = Pick<Context, 'now' | 'crypto'>;

/** Returns the second factor of a person as it is now (docs/decisions/0133). */
export function findFactor(db: Db, staffId: string): Promise<queries.FactorRow> {
  return queries.findFactor(db, staffId);
}

/**
 * Takes a code of the person's authenticator, or one of the recovery codes; undefined when it is wrong or was taken
 * before. The person is locked by then, and what was taken stays taken whatever the transaction goes on to do.
 */
export async function takeCode(
  tx: Tx,
  { crypto, now }: Sealing,
  staffId: string,
  typed: string,
): Promise<FactorProof | undefined> {
  const { secretSealed } = await queries.findFactor(tx, staffId);
  if (secretSealed === null) return undefined;
  const step = stepOfCode(crypto.open(secretSealed, 'secondFactor'), plainCode(typed), now());
  if (step !== undefined) return (await queries.takeStep(tx, staffId, step)) ? 'code' : undefined;
  const digest = digestOfCode(crypto, staffId, typed);
  return (await queries.takeRecoveryCode(tx, staffId, digest, now())) ? 'recovery-code' : undefined;
}

/** Shows a new secret to its owner (a session, or a sign-in that is under way); nothing of the person changes by it. */
export async function showSecret(
  context: Pick<Context, 'db' | 'now' | 'crypto'>,
  owner: { ownerHash: string; staffId: string; account: string },
): Promise<Enrolment> {
  const secret = newFactorSecret();
  await queries.savePending(context.db, {
    owner_hash: owner.ownerHash,
    staff_id: owner.staffId,
    secret_sealed: context.crypto.seal(secret),
    expires_at: new Date(context.now().getTime() + pendingMinutes * 60_000),
  });
  return presentEnrolment(secret, owner.account);
}

/**
 * Makes the secret that its owner was shown the person's second factor, when the code proves that an authenticator has
 * it; answers the recovery codes, which are in clear here alone. `none` when nothing was shown, or too long ago.
 */
export async function enrol(
  tx: Tx,
  { crypto, now }: Sealing,
  owner: { ownerHash: string; staffId: string },
  typed: string,
): Promise<{ recoveryCodes: string[] } | 'none' | 'wrong'> {
  const pending = await queries.findPending(tx, owner.ownerHash, now());
  if (pending?.staff_id !== owner.staffId) return 'none';
  const step = stepOfCode(crypto.open(pending.secret_sealed, 'secondFactor'), plainCode(typed), now());
  if (step === undefined) return 'wrong';
  if (!(await queries.takePending(tx, owner.staffId, owner.ownerHash))) return 'none';
  await queries.saveFactor(tx, { staffId: owner.staffId, secretSealed: pending.secret_sealed, step }, now());
  return { recoveryCodes: await renewRecoveryCodes(tx, { crypto }, owner.staffId) };
}

/** Ten new recovery codes in the place of all earlier ones. */
export async function renewRecoveryCodes(
  tx: Tx,
  { crypto }: Pick<Context, 'crypto'>,
  staffId: string,
): Promise<string[]> {
  const codes = newRecoveryCodes();
  await queries.replaceRecoveryCodes(
    tx,
    staffId,
    codes.map((code) => digestOfCode(crypto, staffId, code)),
  );
  return codes;
}

/** Takes the second factor away; false where there was none. */
export function removeFactor(tx: Tx, staffId: string): Promise<boolean> {
  return queries.deleteFactor(tx, staffId);
}

/** Deletes expired pending factors, every five minutes. */
export function cleanUpFactors(context: Pick<Context, 'db' | 'now'>): Promise<void> {
  return queries.dropOldPending(context.db, context.now());
}
