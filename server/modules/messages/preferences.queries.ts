import type { Db, Tx } from '#server/database/transaction.ts';

export function findPreference(db: Db, staffId: string) {
  return db
    .selectFrom('message_preferences')
    .select(['channels', 'quiet_from', 'quiet_until'])
    .where('staff_id', '=', staffId)
    .executeTakeFirst();
}

export async function putPreference(
  tx: Tx,
  staffId: string,
  row: { channels: string; quiet_from: number | null; quiet_until: number | null; updated_at: Date },
): Promise<void> {
  await tx
    .insertInto('message_preferences')
    .values({ staff_id: staffId, ...row })
    .onConflict((conflict) => conflict.column('staff_id').doUpdateSet(row))
    .execute();
}

/** People in service with their numbers and wishes. */
export function listReachable(db: Db, staffIds: readonly string[]) {
  return db
    .selectFrom('staff as s')
    .leftJoin('message_preferences as p', 'p.staff_id', 's.id')
    .select(['s.id', 's.name', 's.mobile_sealed', 'p.channels', 'p.quiet_from', 'p.quiet_until'])
    .where('s.id', 'in', [...staffIds])
    .where('s.disabled_at', 'is', null)
    .execute();
}

export type ReachableRow = Awaited<ReturnType<typeof listReachable>>[number];
