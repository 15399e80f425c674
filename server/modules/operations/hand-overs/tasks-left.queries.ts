import { sql } from 'kysely';
import { administrativePermissions, Permission } from '#domain/access/actor.ts';
import type { Db } from '#server/kernel/database/transaction.ts';

export interface StaffKeys {
  staffId: string;
  keys: string[];
  permissions: string[];
  isInService: boolean;
}

/** Returns the current keys of these people, with their permissions and whether they are in service. */
export async function listStaffKeys(db: Db, staffIds: readonly string[]): Promise<StaffKeys[]> {
  const { rows } = await sql<StaffKeys>`
    select staff_id as "staffId", keys, permissions, enabled as "isInService" from staff_rights
    where staff_id = any(${[...staffIds]}::text[])`.execute(db);
  return rows;
}

/** Lists the keys that are also held by another person in service who may handle work orders. */
export async function listKeysOfOthers(
  db: Db,
  keys: readonly string[],
  exceptIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select distinct held.key from staff_rights r cross join lateral unnest(r.keys) held(key)
    where r.enabled and ${Permission.handle} = any(r.permissions)
      and not r.permissions && ${[...administrativePermissions]}::text[] and r.keys && ${[...keys]}::text[]
      and held.key = any(${[...keys]}::text[]) and r.staff_id <> all(${[...exceptIds]}::text[])`.execute(db);
  return rows.map(({ key }) => key);
}
