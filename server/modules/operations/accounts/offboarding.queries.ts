import { sql } from 'kysely';
import { Permission } from '#domain/access/actor.ts';
import type { Db } from '#server/kernel/database/transaction.ts';

export interface SoleMembership {
  kind: 'position' | 'group' | 'window' | 'role';
  name: string;
}

/** Lists posts, user groups, windows and roles that this person has, and no other person in service. */
export async function listSoleMemberships(db: Db, staffId: string): Promise<SoleMembership[]> {
  const membershipsOf = (
    kind: SoleMembership['kind'],
    link: string,
    column: string,
    objectTable: string,
    key: string,
  ) => sql`
    select ${kind} as kind, one.name from ${sql.table(link)} mine
      join ${sql.table(objectTable)} one on one.${sql.ref(key)} = mine.${sql.ref(column)}
    where mine.staff_id = ${staffId} and not exists (
      select from ${sql.table(link)} theirs join staff st on st.id = theirs.staff_id
      where theirs.${sql.ref(column)} = mine.${sql.ref(column)} and theirs.staff_id <> ${staffId}
        and st.disabled_at is null)`;
  const { rows } = await sql<SoleMembership>`
    ${membershipsOf('position', 'staff_positions', 'position_id', 'positions', 'id')}
    union all ${membershipsOf('group', 'staff_groups', 'group_id', 'user_groups', 'id')}
    union all ${membershipsOf('window', 'staff_windows', 'window_id', 'windows', 'id')}
    union all ${membershipsOf('role', 'staff_roles', 'role_code', 'roles', 'code')}
    order by 1, 2`.execute(db);
  return rows;
}

/**
 * Returns the name of the person's organisation if the person is the last one in service who manages its
 * archive; else undefined. Archivists of superior organisations do not count, because they do not manage it
 * day by day (0057, 0162).
 */
export async function findArchiveOfLastArchivist(db: Db, staffId: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select r.org_name as name from staff_rights r
    where r.staff_id = ${staffId} and r.enabled and ${Permission.manageArchive} = any(r.permissions)
      and not exists (select from staff_rights o where o.enabled and o.org_id = r.org_id and o.staff_id <> r.staff_id
        and ${Permission.manageArchive} = any(o.permissions))`.execute(db);
  return rows[0]?.name;
}

/** Maximum number of people that are listed. */
const maxMatterAdministrators = 5;

/** Lists the other people who may hand over the person's tasks. */
export async function listMatterAdministrators(
  db: Db,
  staffId: string,
): Promise<{ name: string; orgName: string }[]> {
  const { rows } = await sql<{ name: string; orgName: string }>`
    select name, org_name as "orgName" from staff_rights
    where enabled and staff_id <> ${staffId} and ${Permission.administer} = any(permissions)
    order by name limit ${maxMatterAdministrators}`.execute(db);
  return rows;
}
