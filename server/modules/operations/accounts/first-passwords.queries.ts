import { sql } from 'kysely';
import type { Db } from '#server/kernel/database/transaction.ts';
import { noPasswordHash } from '#server/modules/access/session/service.ts';

export interface FirstPasswordRow {
  id: string;
  account: string;
  name: string;
  orgName: string;
  permissions: string[];
}

/** Lists people in service who have never had a password. */
export async function listPeopleWithoutPassword(db: Db): Promise<FirstPasswordRow[]> {
  const { rows } = await sql<FirstPasswordRow>`
    select st.id, st.account, st.name, r.org_name as "orgName", r.permissions
    from staff st join staff_rights r on r.staff_id = st.id
    where st.password_hash = ${noPasswordHash} and r.enabled order by st.account`.execute(db);
  return rows;
}
