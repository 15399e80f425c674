import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { StartupError } from '#server/kernel/errors/startup-error.ts';

/** The database answers but accepts no writes: a standby, or a primary that became one. */
export class DatabaseReadOnly extends Error {
  /** One of the codes for which a call answers that it may be retried; see `http/errors.ts`. */
  readonly code = 'DATABASE_READ_ONLY';

  constructor() {
    super('The database is read-only: a standby, or default_transaction_read_only is on');
  }
}

/** PostgreSQL code for a write in such a database. */
export const readOnlyCode = '25006';

const readOnlyStatement = `select pg_is_in_recovery() or current_setting('transaction_read_only')::bool as "isReadOnly"`;

/** Checks whether a transaction on this connection is read-only. */
export async function isReadOnly(client: Pick<pg.ClientBase, 'query'>): Promise<boolean> {
  const { rows } = await client.query<{ isReadOnly: boolean }>(readOnlyStatement);
  return rows[0]?.isReadOnly === true;
}

/**
 * Writes a row that exists for this purpose, and returns whether the database refused because it is
 * read-only. The write does not wait for the disk, because a slow disk or a missing synchronous standby is
 * not checked here. A full disk (docs/decisions/0178), a missing permission or a missing table is detected
 * and reported elsewhere.
 */
export async function isWriteRefused(client: Pick<pg.ClientBase, 'query'>): Promise<boolean> {
  try {
    await client.query('set synchronous_commit = off');
    await client.query('update database_pulse set beat_at = clock_timestamp()');
    return false;
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === readOnlyCode) return true;
    // PostgreSQL answered with another error; anything else means that the connection failed.
    if (typeof code === 'string' && /^(42|53|58)/.test(code)) return false;
    throw error;
  }
}

/** Refuses a read-only database, after waiting for one that is just being promoted. */
export async function refuseReadOnly(
  pool: pg.Pool,
  { address, timeoutMs }: { address: string; timeoutMs: number },
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const client = await pool.connect();
    // The connection is destroyed, because the next one may reach another server at the same address.
    const isRefused = await isReadOnly(client).finally(() => client.release(true));
    if (!isRefused) return;
    if (Date.now() > deadline) throw readOnlyAt(address);
    await wait(250);
  }
}

const readOnlyAt = (address: string) =>
  new StartupError(
    `数据库 ${address} 是只读的，不能启动：它可能是备库，或者是已被降级的主库，也可能打开了 default_transaction_read_only。请让 DATABASE_URL 指向可写的主库，或先把它提升为主库（select pg_promote()）、关闭该参数。没有改动任何数据。`,
    `The database ${address} is read-only: it is a standby, a demoted primary, or default_transaction_read_only is on. Set DATABASE_URL to the primary, promote this server, or turn the parameter off. Nothing was changed.`,
  );
