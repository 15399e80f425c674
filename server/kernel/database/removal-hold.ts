import { sql } from 'kysely';
import type { Tx } from './transaction.ts';

/**
 * Key of the lock, any number of our own. Its holder reads all files of one moment, and files that rows of that moment
 * name must stay.
 */
export const removalLock = 4_120_505;

/**
 * Checks whether bytes that no row names any more may go once this transaction is through. Asked after the
 * row went: a backup that begins later sees the row no more, and one that began before holds the bytes.
 */
export async function mayRemoveBytes(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock_shared(${removalLock}) as free`.execute(tx);
  return rows[0]?.free === true;
}
