import type { Enrolment } from '#contract/second-factor.ts';
import type { Context } from '#server/framework/context.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';
import * as queries from './queries.ts';
import { digestOfCode, newRecoveryCodes, plainCode } from './recovery-codes.ts';
import { newFactorSecret, presentEnrolment, stepOfCode } from './totp.ts';

/** Minutes for which a shown secret waits for its first code. */
const pendingMinutes = 10;

/** Proof that a person has the second factor. */
export type FactorProof = 'code' | 'recovery-code';

type SecretContext = Pick<Context, 'now' | 'crypto'>;

/** Returns the current second factor of a person (docs/decisions/0133). */
export function findFactor(db: Db, staffId: string): Promise<queries.FactorRow> {
  return queries.findFactor(db, staffId);
}

/**
 * Uses a code of the person's authenticator, or a recovery code; undefined if it is wrong or was used before.
 * The person must be locked; a used code stays used whatever else the transaction does.
 */
export async function consumeCode(
  tx: Tx,
  { crypto, now }: SecretContext,
  staffId: string,
  input: string,
): Promise<FactorProof | undefined> {
  const { secretSealed } = await queries.findFactor(tx, staffId);
  if (secretSealed === null) return undefined;
  const step = stepOfCode(crypto.open(secretSealed, 'secondFactor'), plainCode(input), now());
  if (step !== undefined) return (await queries.consumeTimeStep(tx, staffId, step)) ? 'code' : undefined;
  const digest = digestOfCode(crypto, staffId, input);
  return (await queries.consumeRecoveryCode(tx, staffId, digest, now())) ? 'recovery-code' : undefined;
}

/**
 * Returns a new secret for its owner (a session, or a sign-in in progress); the second factor of the person
 * does not change yet.
 */
export async function startEnrolment(
  context: Pick<Context, 'db' | 'now' | 'crypto'>,
  owner: { ownerHash: string; staffId: string; account: string },
): Promise<Enrolment> {
  const secret = newFactorSecret();
  await queries.savePendingFactor(context.db, {
    owner_hash: owner.ownerHash,
    staff_id: owner.staffId,
    secret_sealed: context.crypto.seal(secret),
    expires_at: new Date(context.now().getTime() + pendingMinutes * 60_000),
  });
  return presentEnrolment(secret, owner.account);
}

/**
 * Makes the shown secret the person's second factor, if the code proves that an authenticator has it; returns
 * the recovery codes, which are readable only here. `none` if no secret was shown, or too long ago.
 */
export async function enrol(
  tx: Tx,
  { crypto, now }: SecretContext,
  owner: { ownerHash: string; staffId: string },
  input: string,
): Promise<{ recoveryCodes: string[] } | 'none' | 'wrong'> {
  const pending = await queries.findPendingFactor(tx, owner.ownerHash, now());
  if (pending?.staff_id !== owner.staffId) return 'none';
  const step = stepOfCode(crypto.open(pending.secret_sealed, 'secondFactor'), plainCode(input), now());
  if (step === undefined) return 'wrong';
  if (!(await queries.consumePendingFactor(tx, owner.staffId, owner.ownerHash))) return 'none';
  await queries.saveFactor(tx, { staffId: owner.staffId, secretSealed: pending.secret_sealed, step }, now());
  return { recoveryCodes: await renewRecoveryCodes(tx, { crypto }, owner.staffId) };
}

/** Replaces all earlier recovery codes by ten new ones. */
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

/** Removes the second factor; returns false if there was none. */
export function removeFactor(tx: Tx, staffId: string): Promise<boolean> {
  return queries.deleteFactor(tx, staffId);
}

/** Deletes expired pending factors, every five minutes. */
export function cleanUpFactors(context: Pick<Context, 'db' | 'now'>): Promise<void> {
  return queries.deleteOldPendingFactors(context.db, context.now());
}
