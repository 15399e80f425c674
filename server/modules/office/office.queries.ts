import { sql } from 'kysely';
import type { Db, Tx } from '#server/database/transaction.ts';

/** What the office is made of is written by one at a time, so that nobody hangs anything on what goes meanwhile. */
export async function lockOffice(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('what the office is made of'))`.execute(tx);
}

/** Codes of all organisations and departments. */
export async function listOrganisationCodes(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('organisations').select('code').orderBy('code').execute();
  return rows.map(({ code }) => code);
}
