import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, type KyselyProps, sql, type Transaction } from 'kysely';
import type { Tables } from './tables.ts';

/** Database, as reading functions take it. */
export type Db = Kysely<Tables>;

declare const transactionMark: unique symbol;

/**
 * Transaction, as writing functions take it; only `inTransaction` makes one, so that forgetting a transaction does not
 * compile.
 */
export type Tx = Transaction<Tables> & { readonly [transactionMark]: true };

const tries = 3;
const serializationFailure = '40001';
const deadlockDetected = '40P01';

/**
 * Runs the work in one transaction: all of it happens or none.
 * A deadlock or a serialization failure rolls everything back and the work runs again, three times in all;
 * so it must change nothing outside the database.
 */
export function inTransaction<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  // NOTE: a COMMIT that PostgreSQL answers with ROLLBACK is thrown by Kysely as AbortedTransactionError.
  return tryAgain(() => db.transaction().execute((transaction) => work(transaction as Tx)));
}

/** Result of the work of a short transaction; without a `write` it is rolled back. */
export interface TransactionOutcome<Result> {
  result: Result;
  /** Must send its statements at once, all in the same tick. */
  write?: (tx: Tx) => Promise<unknown>;
  /** Called once the write is committed, and not at all otherwise. */
  afterCommit?: () => void;
}

/**
 * A transaction of two round trips: BEGIN goes out together with what `read` asks, and COMMIT together with what is
 * written. `read` must send its statements at once too. For the hot path, where round trips are what an action costs;
 * everything else is easier to read with `inTransaction`.
 */
export function inShortTransaction<Loaded, Result>(
  db: Db,
  read: (tx: Tx) => Promise<Loaded>,
  work: (loaded: Loaded, tx: Tx) => Promise<TransactionOutcome<Result>>,
): Promise<Result> {
  return tryAgain(() =>
    onOneConnection(db, async (connection) => {
      // It is one from BEGIN on; Kysely has no type for a transaction that was begun by hand.
      const tx = connection as unknown as Tx;
      const run = (command: 'begin' | 'commit' | 'rollback') => sql.raw(command).execute(connection);
      let settled = false;
      try {
        const [, loaded] = await allAtOnce(run('begin'), read(tx));
        const { result, write, afterCommit } = await work(loaded, tx);
        settled = true;
        if (!write) await run('rollback');
        // A failed write makes PostgreSQL answer the COMMIT behind it with ROLLBACK; the write's own error is thrown.
        else {
          await allAtOnce(write(tx), run('commit'));
          afterCommit?.();
        }
        return result;
      } catch (error) {
        if (!settled) await run('rollback').catch(() => undefined);
        throw error;
      }
    }),
  );
}

/**
 * One data-modifying statement without BEGIN and COMMIT around it: PostgreSQL makes each statement a transaction of its
 * own. The work must send that one statement and nothing else.
 */
export function inOneStatement<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return tryAgain(() => work(db as unknown as Tx));
}

/**
 * Runs queries that must all see the same moment: changes that are written meanwhile are in none of their
 * results. A caller who reads in a snapshot already continues in it.
 */
export async function inSnapshot<Result>(db: Db, read: (snapshot: Db) => Promise<Result>): Promise<Result> {
  if (db.isTransaction) return read(db);
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
}

/**
 * Two questions that do not need each other's answer, on one connection and sent at once: one round trip for both. Each
 * must send its first statement within this tick.
 */
export function readAtOnce<One, Other>(
  db: Db,
  one: (db: Db) => Promise<One>,
  other: (db: Db) => Promise<Other>,
): Promise<[One, Other]> {
  return onOneConnection(db, (connection) => allAtOnce(one(connection), other(connection)));
}

/**
 * Lends one connection of the pool, on which concurrent queries go out at once.
 * NOTE: Kysely's own `connection()` lets each statement wait for the answer to the one before, which is a
 * round trip each.
 */
function onOneConnection<Result>(db: Db, work: (connection: Db) => Promise<Result>): Promise<Result> {
  const executor = db.getExecutor();
  return executor.provideConnection((connection) => {
    const undelayed = executor.withConnectionProvider({ provideConnection: (ask) => ask(connection) });
    return work(new Kysely<Tables>({ ...noDialect, executor: undelayed }));
  });
}

/** Members that a Kysely of one connection never uses: it compiles and executes by its executor alone. */
const noDialect = { config: {}, dialect: {}, driver: {} } as Omit<KyselyProps, 'executor'>;

/** Waits for both before it throws, so that no statement is still on its way when the connection goes back. */
async function allAtOnce<One, Other>(one: Promise<One>, other: Promise<Other>): Promise<[One, Other]> {
  await Promise.allSettled([one, other]);
  return [await one, await other];
}

async function tryAgain<Result>(transact: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transact();
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
