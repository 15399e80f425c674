import { sql } from 'kysely';
import type { Tx } from './transaction.ts';

/**
 * Key of the lock, an arbitrary number of ours. Its holder reads all files of a snapshot, so files that rows
 * of that snapshot refer to must stay.
 */
export const removalLock = 4_120_505;

/**
 * Checks whether bytes without a row may be deleted after this transaction. Called after the row was deleted:
 * a backup that begins later does not see the row, and one that began earlier holds the lock.
 */
export async function mayRemoveBytes(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock_shared(${removalLock}) as free`.execute(tx);
  return rows[0]?.free === true;
}
