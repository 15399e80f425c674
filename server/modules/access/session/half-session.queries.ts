import type { Insertable } from 'kysely';
import type { HalfSessionsTable } from '#server/kernel/database/second-factor-tables.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';

/** Attempts with a code in one sign-in. */
const maxAttempts = 5;

export async function insertHalfSession(tx: Tx, row: Insertable<HalfSessionsTable>): Promise<void> {
  await tx.insertInto('half_sessions').values(row).execute();
}

export async function findHalfSession(db: Db, tokenHash: string, now: Date) {
  return await db
    .selectFrom('half_sessions')
    .select(['staff_id', 'step', 'kept_sealed'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('tries', '<', maxAttempts)
    .executeTakeFirst();
}

/**
 * Counts an attempt before its code is checked, so that concurrent attempts share the limit; returns false if
 * none is left.
 */
export async function countAttempt(db: Db, tokenHash: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('half_sessions')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('token_hash', '=', tokenHash)
    .where('tries', '<', maxAttempts)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes a half session; of several concurrent attempts only one succeeds. */
export async function consumeHalfSession(tx: Tx, tokenHash: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('half_sessions')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Ends every unfinished sign-in of a person. */
export async function deleteHalfSessionsOf(tx: Tx, staffId: string): Promise<void> {
  await tx.deleteFrom('half_sessions').where('staff_id', '=', staffId).execute();
}

export async function deleteExpiredHalfSessions(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('half_sessions').where('expires_at', '<=', before).execute();
}
