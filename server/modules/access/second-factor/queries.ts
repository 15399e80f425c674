import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import type { PendingFactorsTable } from '#server/kernel/database/second-factor-tables.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';

export interface FactorRow {
  secretSealed: string | null;
  enrolledAt: Date | null;
  recoveryCodesLeft: number;
  /** True if one of the person's roles requires a second factor. */
  obliged: boolean;
  /** True if it is also required after a unified login. */
  requiredAfterSignOn: boolean;
}

/** Reads the second factor of a person with one statement. */
export async function findFactor(db: Db, staffId: string): Promise<FactorRow> {
  const { rows } = await sql<FactorRow>`
    select factor.secret_sealed as "secretSealed", factor.enrolled_at as "enrolledAt",
      (select count(*)::int from recovery_codes where staff_id = ${staffId} and used_at is null) as "recoveryCodesLeft",
      exists (select from staff_roles join second_factor_roles using (role_code) where staff_id = ${staffId}) as obliged,
      policy.second_factor_after_sign_on as "requiredAfterSignOn"
    from login_policy policy left join second_factors factor on factor.staff_id = ${staffId}`.execute(db);
  return (
    rows[0] ?? {
      secretSealed: null,
      enrolledAt: null,
      recoveryCodesLeft: 0,
      obliged: false,
      requiredAfterSignOn: false,
    }
  );
}

/** Number of steps by which a used one may be ahead, five minutes: servers' clocks differ by less. */
const stepsAhead = 10;

/**
 * Marks the step of a code as used; returns false if it, or a later one, was used before. A step far in the
 * future was used while the clock was wrong, and must not lock its owner out until that time.
 */
export async function consumeTimeStep(tx: Tx, staffId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('staff_id', '=', staffId)
    .where(({ eb, or }) => or([eb('last_step', '<', step), eb('last_step', '>', step + stepsAhead)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Uses up a recovery code; of several concurrent attempts with the same code only one succeeds. */
export async function consumeRecoveryCode(
  tx: Tx,
  staffId: string,
  digest: string,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('staff_id', '=', staffId)
    .where('code_digest', '=', digest)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Stores the secret and replaces any earlier one. */
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

/** Stores the secret that was last shown to this owner. */
export async function savePendingFactor(db: Db, row: Insertable<PendingFactorsTable>): Promise<void> {
  const { owner_hash: _owner, ...values } = row;
  await db
    .insertInto('pending_factors')
    .values(row)
    .onConflict((conflict) => conflict.column('owner_hash').doUpdateSet(values))
    .execute();
}

export async function findPendingFactor(db: Db, ownerHash: string, now: Date) {
  return await db
    .selectFrom('pending_factors')
    .select(['staff_id', 'secret_sealed'])
    .where('owner_hash', '=', ownerHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/**
 * Deletes the secret that was shown to this owner, and every other one shown for the person: one from
 * before there was a factor must not replace the current factor. Of several concurrent attempts only one
 * succeeds.
 */
export async function consumePendingFactor(tx: Tx, staffId: string, ownerHash: string): Promise<boolean> {
  const deletedRows = await tx
    .deleteFrom('pending_factors')
    .where('staff_id', '=', staffId)
    .returning('owner_hash')
    .execute();
  return deletedRows.some(({ owner_hash }) => owner_hash === ownerHash);
}

export async function deleteOldPendingFactors(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('pending_factors').where('expires_at', '<=', now).execute();
}
