import type { PortalTheme } from '#domain/enumerations/portal-theme.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';

/** Finds the preferences of a person; undefined for a person without any. */
export function findPreferences(db: Db, staffId: string) {
  return db
    .selectFrom('person_preferences')
    .select(['theme', 'tour_ended_at'])
    .where('staff_id', '=', staffId)
    .executeTakeFirst();
}

/** Writes the given preferences and leaves the others unchanged. */
export async function upsertPreferences(
  tx: Tx,
  staffIds: readonly string[],
  values: { theme?: PortalTheme | undefined; tour_ended_at?: Date | undefined },
  now: Date,
): Promise<void> {
  if (staffIds.length === 0) return;
  const row = { ...values, updated_at: now };
  await tx
    .insertInto('person_preferences')
    .values(staffIds.map((staff_id) => ({ staff_id, ...row })))
    .onConflict((conflict) => conflict.column('staff_id').doUpdateSet(row))
    .execute();
}
