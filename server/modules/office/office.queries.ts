import { sql } from 'kysely';
import type { Db, Tx } from '#server/database/transaction.ts';

/** What the office is made of is written by one at a time, so that nobody hangs anything on what goes meanwhile. */
export async function lockOffice(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('what the office is made of'))`.execute(tx);
}

/**
 * What the office is made of stays as it is until the transaction ends: for whoever hangs something on it, such as a person
 * or an item, so that what counts those before something is disabled or deleted counts them all. Many hold it at once.
 * NOTE: it comes before the turn of accounts and every row; the other way round two wait for each other.
 */
export async function holdOffice(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtext('what the office is made of'))`.execute(tx);
}

/** Organisations and departments that are in use. */
export async function listEnabledOrganisationIds(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('organisations')
    .select('id')
    .where('enabled', '=', true)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
