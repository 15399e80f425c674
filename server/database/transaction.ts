import { setTimeout as wait } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from './tables.ts';

/** What reading functions take. */
export type Db = Kysely<Tables>;

declare const transactionMark: unique symbol;

/** What writing functions take; only `inTransaction` makes one, so that forgetting a transaction does not compile. */
export type Tx = Transaction<Tables> & { readonly [transactionMark]: true };

const tries = 3;
const serializationFailure = '40001';
const deadlockDetected = '40P01';

/**
 * Runs the work in one transaction: all of it happens or none.
 * A deadlock or a serialization failure rolls everything back and the work runs again, three times in all;
 * so it must change nothing outside the database.
 */
export async function inTransaction<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      // NOTE: a COMMIT that PostgreSQL answers with ROLLBACK is thrown by Kysely as AbortedTransactionError.
      return await db.transaction().execute((transaction) => work(transaction as Tx));
    } catch (error) {
      if (attempt >= tries || !isWorthRetrying(error)) throw error;
      // Two that collided must not collide again in step.
      await wait(Math.random() * 20 * attempt);
    }
  }
}

function isWorthRetrying(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === serializationFailure || code === deadlockDetected;
}
