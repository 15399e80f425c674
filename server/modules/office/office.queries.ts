import { sql } from 'kysely';
import type { Db, Tx } from '#server/database/transaction.ts';

/** What the office is made of is written by one at a time, so that nobody hangs anything on what goes meanwhile. */
export async function lockOffice(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('what the office is made of'))`.execute(tx);
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
