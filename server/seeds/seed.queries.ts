import { sql } from 'kysely';
import { removeTimeout } from '#server/kernel/database/named-statement-client.ts';
import type { Db } from '#server/kernel/database/transaction.ts';

/** The number of the portal's advisory lock for seeding, chosen at random; `migrate.ts` uses another number. */
const seedLock = 4_120_503;

/**
 * Runs `work` while no other process seeds this database; the other processes wait, however long it takes. The lock ends
 * with its connection, so that a killed server blocks no other.
 */
export function withSeedLock<Result>(db: Db, work: () => Promise<Result>): Promise<Result> {
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{
      limit: string;
    }>`select current_setting('statement_timeout') as "limit"`.execute(connection);
    await sql.raw(removeTimeout).execute(connection);
    try {
      await sql`select pg_advisory_lock(${seedLock})`.execute(connection);
      return await work();
    } finally {
      // Resets the connection before it returns to the pool.
      await sql`select pg_advisory_unlock_all()`.execute(connection);
      await sql`select set_config('statement_timeout', ${rows[0]?.limit ?? '60s'}, false)`.execute(
        connection,
      );
    }
  });
}

export function findStep(db: Db, name: string) {
  return db.selectFrom('seed_steps').selectAll().where('name', '=', name).executeTakeFirst();
}

/** Records that the step begins; a step that already began keeps its time. */
export async function beginStep(db: Db, name: string, startedAt: Date): Promise<void> {
  await db
    .insertInto('seed_steps')
    .values({ name, started_at: startedAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function finishStep(db: Db, name: string, finishedAt: Date): Promise<void> {
  await db.updateTable('seed_steps').set({ finished_at: finishedAt }).where('name', '=', name).execute();
}
