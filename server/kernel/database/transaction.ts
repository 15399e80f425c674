import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, type KyselyProps, sql, type Transaction } from 'kysely';
import type { Tables } from './tables.ts';

/** Database, the parameter type of reading functions. */
export type Db = Kysely<Tables>;

declare const transactionMark: unique symbol;

/**
 * Transaction, the parameter type of writing functions; only `inTransaction` creates one, so that code
 * without a transaction does not compile.
 */
export type Tx = Transaction<Tables> & { readonly [transactionMark]: true };

const maxTries = 3;
const serializationFailure = '40001';
const deadlockDetected = '40P01';

/**
 * Runs the work in one transaction: all or nothing. After a deadlock or a serialization failure everything is
 * rolled back and the work runs again, up to three times in all; so it must change nothing outside the
 * database.
 */
export function inTransaction<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  // NOTE: if PostgreSQL answers a COMMIT with ROLLBACK, Kysely throws an AbortedTransactionError.
  return retryTransaction(() => db.transaction().execute((transaction) => work(transaction as Tx)));
}

/** Result of the work of a short transaction; without a `write` it is rolled back. */
export interface TransactionOutcome<Result> {
  result: Result;
  /** Must send its statements at once, all in the same tick. */
  write?: (tx: Tx) => Promise<unknown>;
  /** Called only after the write is committed. */
  afterCommit?: () => void;
}

/**
 * Runs a transaction in two round trips: BEGIN is sent together with the queries of `read`, and COMMIT
 * together with those of `write`. `read` must send its statements at once too. For frequent actions, whose
 * cost is mainly round trips; all other code is easier to read with `inTransaction`.
 */
export function inShortTransaction<Loaded, Result>(
  db: Db,
  read: (tx: Tx) => Promise<Loaded>,
  work: (loaded: Loaded, tx: Tx) => Promise<TransactionOutcome<Result>>,
): Promise<Result> {
  return retryTransaction(() =>
    onOneConnection(db, async (connection) => {
      // It is a transaction from BEGIN on; Kysely has no type for one that was begun by a statement.
      const tx = connection as unknown as Tx;
      const run = (command: 'begin' | 'commit' | 'rollback') => sql.raw(command).execute(connection);
      let isFinished = false;
      try {
        const [, loaded] = await waitForBoth(run('begin'), read(tx));
        const { result, write, afterCommit } = await work(loaded, tx);
        isFinished = true;
        if (!write) await run('rollback');
        // After a failed write PostgreSQL answers the COMMIT with ROLLBACK; the write's own error is thrown.
        else {
          await waitForBoth(write(tx), run('commit'));
          afterCommit?.();
        }
        return result;
      } catch (error) {
        if (!isFinished) await run('rollback').catch(() => undefined);
        throw error;
      }
    }),
  );
}

/**
 * Runs one data-modifying statement without BEGIN and COMMIT: PostgreSQL makes each statement a transaction
 * of its own. The work must send exactly that one statement.
 */
export function inOneStatement<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return retryTransaction(() => work(db as unknown as Tx));
}

/**
 * Runs queries on the same snapshot: concurrent changes are in none of their results. A caller that already
 * reads in a snapshot continues in it.
 */
export async function inSnapshot<Result>(db: Db, read: (snapshot: Db) => Promise<Result>): Promise<Result> {
  if (db.isTransaction) return read(db);
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
}

/**
 * Runs two independent queries on one connection in one round trip. Each must send its first statement within
 * this tick.
 */
export function readAtOnce<One, Other>(
  db: Db,
  one: (db: Db) => Promise<One>,
  other: (db: Db) => Promise<Other>,
): Promise<[One, Other]> {
  return onOneConnection(db, (connection) => waitForBoth(one(connection), other(connection)));
}

/**
 * Provides one connection of the pool, on which concurrent queries are sent at once. NOTE: in Kysely's own
 * `connection()` each statement waits for the answer to the one before, which costs a round trip each.
 */
export function onOneConnection<Result>(db: Db, work: (connection: Db) => Promise<Result>): Promise<Result> {
  const executor = db.getExecutor();
  return executor.provideConnection((connection) => {
    const executorOfConnection = executor.withConnectionProvider({
      provideConnection: (consume) => consume(connection),
    });
    return work(new Kysely<Tables>({ ...noDialect, executor: executorOfConnection }));
  });
}

/** Members that a Kysely of one connection never uses: it compiles and executes only by its executor. */
const noDialect = { config: {}, dialect: {}, driver: {} } as Omit<KyselyProps, 'executor'>;

/** Waits for both before it throws, so that no statement is still running when the connection is released. */
async function waitForBoth<One, Other>(one: Promise<One>, other: Promise<Other>): Promise<[One, Other]> {
  await Promise.allSettled([one, other]);
  return [await one, await other];
}

async function retryTransaction<Result>(transact: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transact();
    } catch (error) {
      if (attempt >= maxTries || !isWorthRetrying(error)) throw error;
      // A random delay, so that two colliding transactions do not collide again.
      await wait(Math.random() * 20 * attempt);
    }
  }
}

function isWorthRetrying(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === serializationFailure || code === deadlockDetected;
}
