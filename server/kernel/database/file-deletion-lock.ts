import { sql } from 'kysely';
import type { Tx } from './transaction.ts';

/**
 * Key of the advisory lock, an arbitrary number. A backup holds it while it copies the files of its snapshot;
 * files of that snapshot must not be deleted meanwhile.
 */
export const fileDeletionLock = 4_120_505;

/**
 * Checks whether a stored file that no row refers to any more may be deleted after this transaction. It is called
 * after the row was deleted:
 * a backup that begins later does not see the row, and one that began earlier holds the lock.
 */
export async function mayDeleteBytes(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock_shared(${fileDeletionLock}) as free`.execute(tx);
  return rows[0]?.free === true;
}
