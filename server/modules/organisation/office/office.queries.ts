import { sql } from 'kysely';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';

/**
 * Locks the parts of the office for one writer, so that no use of a part can be added while the part is
 * removed.
 */
export async function lockOffice(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('what the office is made of'))`.execute(tx);
}

/**
 * Locks the parts of the office against changes until the transaction ends, for a caller that adds a use of a part,
 * such as a person or an item. So the uses that are counted before a part is disabled or deleted are complete. Many
 * callers may have this shared lock at once. NOTE: call it before the lock of accounts and before locking any row;
 * the opposite order can deadlock.
 */
export async function lockOfficeParts(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtext('what the office is made of'))`.execute(tx);
}

/** Lists the organisations and departments that are in use. */
export async function listEnabledOrganisationIds(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('organisations')
    .select('id')
    .where('enabled', '=', true)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
