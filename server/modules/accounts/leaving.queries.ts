import { sql } from 'kysely';
import { Permission } from '#domain/access/actor.ts';
import type { Db } from '#server/database/transaction.ts';

export interface SoleOf {
  kind: 'position' | 'group' | 'window' | 'role';
  name: string;
}

/** Posts, user groups, windows and roles of somebody that nobody else in service has. */
export async function listSoleOf(db: Db, staffId: string): Promise<SoleOf[]> {
  const held = (kind: SoleOf['kind'], link: string, column: string, of: string, key: string) => sql`
    select ${kind} as kind, one.name from ${sql.table(link)} mine
      join ${sql.table(of)} one on one.${sql.ref(key)} = mine.${sql.ref(column)}
    where mine.staff_id = ${staffId} and not exists (
      select from ${sql.table(link)} theirs join staff st on st.id = theirs.staff_id
      where theirs.${sql.ref(column)} = mine.${sql.ref(column)} and theirs.staff_id <> ${staffId}
        and st.disabled_at is null)`;
  const { rows } = await sql<SoleOf>`
    ${held('position', 'staff_positions', 'position_id', 'positions', 'id')}
    union all ${held('group', 'staff_groups', 'group_id', 'user_groups', 'id')}
    union all ${held('window', 'staff_windows', 'window_id', 'windows', 'id')}
    union all ${held('role', 'staff_roles', 'role_code', 'roles', 'code')}
    order by 1, 2`.execute(db);
  return rows;
}

/** So many of them are named. */
const namedAtMost = 5;

/** Who may hand somebody's tasks over, beside that person. */
export async function listHandingOver(db: Db, staffId: string): Promise<{ name: string; orgName: string }[]> {
  const { rows } = await sql<{ name: string; orgName: string }>`
    select name, org_name as "orgName" from staff_rights
    where enabled and staff_id <> ${staffId} and ${Permission.administer} = any(permissions)
    order by name limit ${namedAtMost}`.execute(db);
  return rows;
}
