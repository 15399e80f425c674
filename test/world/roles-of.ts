import type { Db } from '#server/kernel/database/transaction.ts';

/** Returns the codes of the roles that a person has, in their order, for tests. */
export async function rolesOf(db: Db, staffId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('staff_roles')
    .select('role_code')
    .where('staff_id', '=', staffId)
    .orderBy('role_code')
    .execute();
  return rows.map(({ role_code }) => role_code);
}
