import { sql } from 'kysely';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';

export function listHolidays(db: Db) {
  return db.selectFrom('holidays').select(['day', 'kind', 'name']).orderBy('day').execute();
}

export async function insertHolidays(
  tx: Tx,
  holidays: readonly { day: string; kind: 'holiday' | 'workday'; name: string }[],
): Promise<void> {
  await tx
    .insertInto('holidays')
    .values([...holidays])
    .onConflict((conflict) => conflict.column('day').doNothing())
    .execute();
}

const columns = ['day', 'kind', 'name'] as const;

export function listHolidaysBetween(db: Db, from: string, to: string) {
  return db
    .selectFrom('holidays')
    .select(columns)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .execute();
}

/** Locks the calendar, so that one edit runs at a time and sees the entries that it replaces. */
export async function lockCalendar(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('calendar of days off'))`.execute(tx);
}

/** Inserts or overwrites these days. */
export async function upsertHolidays(
  tx: Tx,
  holidays: readonly { day: string; kind: 'holiday' | 'workday'; name: string }[],
): Promise<void> {
  await tx
    .insertInto('holidays')
    .values([...holidays])
    .onConflict((conflict) =>
      conflict
        .column('day')
        .doUpdateSet((row) => ({ kind: row.ref('excluded.kind'), name: row.ref('excluded.name') })),
    )
    .execute();
}

/** Deletes the entries between two days and returns them. */
export function deleteHolidays(tx: Tx, from: string, to: string) {
  return tx
    .deleteFrom('holidays')
    .where('day', '>=', from)
    .where('day', '<=', to)
    .returning(columns)
    .execute();
}
