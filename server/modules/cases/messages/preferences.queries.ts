import { sql } from 'kysely';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';

export function findPreference(db: Db, staffId: string) {
  return db
    .selectFrom('message_preferences')
    .select(['channels', 'quiet_from', 'quiet_until'])
    .where('staff_id', '=', staffId)
    .executeTakeFirst();
}

export async function upsertPreference(
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

/** Lists people in service with their numbers, preferences and permissions. */
export async function listPeopleWithPreferences(
  db: Db,
  staffIds: readonly string[],
): Promise<ReachableRow[]> {
  const { rows } = await sql<ReachableRow>`
    select s.id, s.name, s.mobile_sealed, p.channels, p.quiet_from, p.quiet_until, r.permissions
    from staff s join staff_rights r on r.staff_id = s.id left join message_preferences p on p.staff_id = s.id
    where s.id = any(${[...staffIds]}::text[]) and s.disabled_at is null`.execute(db);
  return rows;
}

export interface ReachableRow {
  id: string;
  name: string;
  mobile_sealed: string | null;
  channels: Record<string, readonly string[]> | null;
  quiet_from: number | null;
  quiet_until: number | null;
  /** Permissions of the person's roles. */
  permissions: string[];
}
