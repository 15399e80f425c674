import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import type { PendingFactorsTable } from '#server/kernel/database/second-factor-tables.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';

export interface FactorRow {
  secretSealed: string | null;
  enrolledAt: Date | null;
  recoveryCodesLeft: number;
  /** One of the person's roles has to have a second factor. */
  obliged: boolean;
  /** Asked after a unified login too. */
  afterSignOn: boolean;
}

/** Reads the second factor of a person, by one statement. */
export async function findFactor(db: Db, staffId: string): Promise<FactorRow> {
  const { rows } = await sql<FactorRow>`
    select factor.secret_sealed as "secretSealed", factor.enrolled_at as "enrolledAt",
      (select count(*)::int from recovery_codes where staff_id = ${staffId} and used_at is null) as "recoveryCodesLeft",
      exists (select from staff_roles join second_factor_roles using (role_code) where staff_id = ${staffId}) as obliged,
      policy.second_factor_after_sign_on as "afterSignOn"
    from login_policy policy left join second_factors factor on factor.staff_id = ${staffId}`.execute(db);
  return (
    rows[0] ?? {
      secretSealed: null,
      enrolledAt: null,
      recoveryCodesLeft: 0,
      obliged: false,
      afterSignOn: false,
    }
  );
}

/** Steps that a taken one may lie ahead, five minutes: servers' clocks differ by less. */
const stepsAhead = 10;

/**
 * Takes the step of a code; false when it, or a later one, was taken before. One that lies far ahead was taken under a
 * clock that was set back since, and must not keep its owner out until that time comes.
 */
export async function takeStep(tx: Tx, staffId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('staff_id', '=', staffId)
    .where(({ eb, or }) => or([eb('last_step', '<', step), eb('last_step', '>', step + stepsAhead)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Takes a recovery code; of any number who try the same at once, one gets it. */
export async function takeRecoveryCode(tx: Tx, staffId: string, digest: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('staff_id', '=', staffId)
    .where('code_digest', '=', digest)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Puts the secret in the place of any earlier one. */
export async function saveFactor(
  tx: Tx,
  factor: { staffId: string; secretSealed: string; step: number },
  now: Date,
): Promise<void> {
  const row = { secret_sealed: factor.secretSealed, last_step: factor.step, enrolled_at: now };
  await tx
    .insertInto('second_factors')
    .values({ staff_id: factor.staffId, ...row })
    .onConflict((conflict) => conflict.column('staff_id').doUpdateSet(row))
    .execute();
}

export async function replaceRecoveryCodes(
  tx: Tx,
  staffId: string,
  digests: readonly string[],
): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('staff_id', '=', staffId).execute();
  await tx
    .insertInto('recovery_codes')
    .values(digests.map((code_digest) => ({ staff_id: staffId, code_digest })))
    .execute();
}

export async function deleteFactor(tx: Tx, staffId: string): Promise<boolean> {
  await tx.deleteFrom('recovery_codes').where('staff_id', '=', staffId).execute();
  await tx.deleteFrom('pending_factors').where('staff_id', '=', staffId).execute();
  const { numDeletedRows } = await tx
    .deleteFrom('second_factors')
    .where('staff_id', '=', staffId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The one secret that this owner has been shown last. */
export async function savePending(db: Db, row: Insertable<PendingFactorsTable>): Promise<void> {
  const { owner_hash: _owner, ...shown } = row;
  await db
    .insertInto('pending_factors')
    .values(row)
    .onConflict((conflict) => conflict.column('owner_hash').doUpdateSet(shown))
    .execute();
}

export async function findPending(db: Db, ownerHash: string, now: Date) {
  return await db
    .selectFrom('pending_factors')
    .select(['staff_id', 'secret_sealed'])
    .where('owner_hash', '=', ownerHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/**
 * Takes the secret that was shown to this owner, and every other that was shown for the person: one that was begun while
 * there was no factor must not replace the one that there is now. Of any number who prove the same at once, one takes it.
 */
export async function takePending(tx: Tx, staffId: string, ownerHash: string): Promise<boolean> {
  const taken = await tx
    .deleteFrom('pending_factors')
    .where('staff_id', '=', staffId)
    .returning('owner_hash')
    .execute();
  return taken.some(({ owner_hash }) => owner_hash === ownerHash);
}

export async function dropOldPending(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('pending_factors').where('expires_at', '<=', now).execute();
}
