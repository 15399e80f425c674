import { sql } from 'kysely';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';

export interface RoleContents {
  code: string;
  name: string;
  permissions: string[];
  menus: string[];
  /** Number of people who have the role, in service or not. */
  holders: number;
}

export async function findRole(db: Db, code: string): Promise<RoleContents | undefined> {
  const { rows } = await sql<RoleContents>`
    select r.code, r.name,
      array(select permission from role_permissions where role_code = r.code order by 1) as permissions,
      array(select m.id from role_menus rm join menus m on m.id = rm.menu_id where rm.role_code = r.code
        and not exists (select from menus below where below.parent_id = m.id) order by m.sort_by) as menus,
      (select count(*)::int from staff_roles where role_code = r.code) as holders
    from roles r where r.code = ${code}`.execute(db);
  return rows[0];
}

export async function isHeldBy(db: Db, code: string, staffId: string): Promise<boolean> {
  const row = await db
    .selectFrom('staff_roles')
    .select('role_code')
    .where('staff_id', '=', staffId)
    .where('role_code', '=', code)
    .executeTakeFirst();
  return row !== undefined;
}

/** Lists menu entries with a page, with the title of the sub-system above them. */
export async function listMenuLeaves(
  db: Db,
): Promise<{ id: string; code: string; title: string; group: string }[]> {
  const { rows } = await sql<{ id: string; code: string; title: string; group: string }>`
    select m.id, m.code, m.title, coalesce(top.title, m.title) as "group" from menus m
    left join menus top on top.id = m.parent_id
    where not exists (select from menus below where below.parent_id = m.id)
    order by top.sort_by nulls first, m.sort_by, m.code`.execute(db);
  return rows;
}

export async function findRoleByName(db: Db, name: string): Promise<string | undefined> {
  const found = await db.selectFrom('roles').select('code').where('name', '=', name).executeTakeFirst();
  return found?.code;
}

/** Creates a role, or replaces its contents. */
export async function replaceRole(
  tx: Tx,
  { code, name, permissions, menus }: Omit<RoleContents, 'holders'>,
): Promise<void> {
  await sql`insert into roles (code, name, sort_by)
    select ${code}, ${name}, coalesce(max(sort_by), 0) + 1 from roles
    on conflict (code) do update set name = excluded.name`.execute(tx);
  await sql`delete from role_permissions where role_code = ${code} and permission <> all(${permissions}::text[])`.execute(
    tx,
  );
  await sql`insert into role_permissions (role_code, permission)
    select ${code}, permission from unnest(${permissions}::text[]) permission on conflict do nothing`.execute(
    tx,
  );
  await sql`delete from role_menus where role_code = ${code} and menu_id <> all(${menus}::text[])`.execute(
    tx,
  );
  await sql`insert into role_menus (role_code, menu_id)
    select ${code}, id from menus where id = any(${menus}::text[]) on conflict do nothing`.execute(tx);
}

export async function deleteRole(tx: Tx, code: string): Promise<void> {
  await tx.deleteFrom('roles').where('code', '=', code).execute();
}

/** Lists the codes of all roles, in order. */
export async function listRoleCodes(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('roles').select('code').orderBy('sort_by').orderBy('code').execute();
  return rows.map(({ code }) => code);
}

export async function listOtherRoleNames(db: Db, code: string): Promise<string[]> {
  const rows = await db.selectFrom('roles').select('name').where('code', '<>', code).execute();
  return rows.map(({ name }) => name);
}
