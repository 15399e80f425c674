import { sql } from 'kysely';
import type { SharingMode } from '#server/kernel/config/sharing-mode.ts';
import { type Db, inOneStatement, onOneConnection, type Tx } from './transaction.ts';

/** Sends one data-modifying statement at once; see `inOneStatement`. */
type Write<Result> = (tx: Tx) => Promise<Result>;

interface WaitingWrite {
  write: Write<unknown>;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** Maximum number of writes that share a transaction: more make the first one wait longer than they save. */
const maxWrites = 16;

/** Times in milliseconds. */
interface WaitTimes {
  /** Time after which a transaction under way no longer makes new writes wait. */
  maxBlocking: number;
  /** Time that a shared transaction waits for a row that another one has locked. */
  lockTimeout: number;
}

/**
 * Writes that all lock one row until their commit are written `sequential`: a second transaction would only wait for
 * the first one's commit, and each of its writes then for a commit of its own.
 */
const waitTimesOf = {
  parallel: { maxBlocking: 40, lockTimeout: 150 },
  sequential: { maxBlocking: 1000, lockTimeout: 1000 },
} as const satisfies Record<string, WaitTimes>;
type Concurrency = keyof typeof waitTimesOf;

/** Writes of one database that wait for their transaction. */
class WriteQueue {
  readonly #db: Db;
  readonly #mode: SharingMode;
  readonly #waits: WaitTimes;
  readonly #waiting: WaitingWrite[] = [];
  /** Writes of the transaction under way, while it makes others wait. */
  #blocking: readonly WaitingWrite[] | undefined;

  constructor(db: Db, mode: SharingMode, waits: WaitTimes) {
    this.#db = db;
    this.#mode = mode;
    this.#waits = waits;
  }

  add<Result>(write: Write<Result>): Promise<Result> {
    if (this.#mode === 'off') return inOneStatement(this.#db, write);
    return new Promise<Result>((resolve, reject) => {
      this.#waiting.push({ write, resolve: resolve as (result: unknown) => void, reject });
      // Requests that were read from their sockets together reach this point together.
      if (this.#mode === 'always') setImmediate(() => this.#startNext());
      else this.#startNext();
    });
  }

  #startNext(): void {
    if (this.#blocking || this.#waiting.length === 0) return;
    const writes = this.#waiting.splice(0, maxWrites);
    this.#blocking = writes;
    const release = () => {
      if (this.#blocking !== writes) return;
      this.#blocking = undefined;
      this.#startNext();
    };
    const timer = setTimeout(release, this.#waits.maxBlocking);
    void this.#write(writes).finally(() => {
      clearTimeout(timer);
      release();
    });
  }

  /** Writes them in one transaction; each in its own if one of them fails. Never throws. */
  async #write(writes: readonly WaitingWrite[]): Promise<void> {
    const isShared = writes.length > 1 || this.#mode === 'always';
    if (isShared && (await commitTogether(this.#db, writes, this.#waits.lockTimeout))) return;
    await Promise.all(
      writes.map(({ write, resolve, reject }) => inOneStatement(this.#db, write).then(resolve, reject)),
    );
  }
}

/**
 * Sends BEGIN, all writes and COMMIT in one round trip. Returns false if PostgreSQL refused a statement, so that
 * everything is certainly rolled back. If the answer to the COMMIT is lost, every write is rejected, because it
 * may be committed.
 */
async function commitTogether(
  db: Db,
  writes: readonly WaitingWrite[],
  lockTimeoutMs: number,
): Promise<boolean> {
  try {
    const answers = await onOneConnection(db, async (connection) => {
      const run = (command: string) => sql.raw(command).execute(connection);
      // A write that waits for a lock delays all others, so after a short time each continues alone.
      const starting = Promise.all([run('begin'), run(`set local lock_timeout = ${lockTimeoutMs}`)]);
      // It is a transaction from BEGIN on; Kysely has no type for one that was begun by a statement.
      const writing = writes.map(({ write }) => write(connection as unknown as Tx));
      // Refused if any statement before was, even if its write did not report that; a COMMIT only rolls back then.
      const checking = run('set constraints all immediate');
      const [beginning, check, ending, ...answers] = await Promise.allSettled([
        starting,
        checking,
        run('commit'),
        ...writing,
      ]);
      if (beginning.status === 'rejected') throw beginning.reason;
      if (ending.status === 'rejected') throw ending.reason;
      return check.status === 'fulfilled' ? answers : undefined;
    });
    if (!answers) return false;
    // A write that failed for another reason, such as before it sent a statement, does not undo the others.
    for (const [index, { resolve, reject }] of writes.entries()) {
      const answer = answers[index];
      if (answer?.status === 'fulfilled') resolve(answer.value);
      else reject(answer?.reason);
    }
  } catch (error) {
    for (const { reject } of writes) reject(error);
  }
  return true;
}

const queues = new WeakMap<Db, Record<Concurrency, WriteQueue>>();

/** Sets how the writes of a database share transactions; called before its first write. */
export function shareTransactions(db: Db, mode: SharingMode): Record<Concurrency, WriteQueue> {
  const queueOf = (concurrency: Concurrency) => new WriteQueue(db, mode, waitTimesOf[concurrency]);
  const both = { parallel: queueOf('parallel'), sequential: queueOf('sequential') };
  queues.set(db, both);
  return both;
}

/**
 * Runs one data-modifying statement in a transaction that it may share with others of the same moment
 * (docs/decisions/0217). The outcome is that of `inOneStatement`: it is committed when the promise is fulfilled,
 * its error is its own, and a failure of another write does not affect it. The write may run twice, the first
 * time rolled back; so it must change nothing outside the database. Writes that all lock the same row are
 * written `sequential`.
 */
export function inSharedTransaction<Result>(
  db: Db,
  write: Write<Result>,
  concurrency: Concurrency = 'parallel',
): Promise<Result> {
  const { [concurrency]: queue } = queues.get(db) ?? shareTransactions(db, 'auto');
  return queue.add(write);
}
