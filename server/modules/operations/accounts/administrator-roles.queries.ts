import { sql } from 'kysely';
import { administrativePermissions } from '#domain/access/actor.ts';
import type { AdministratorPermission } from '#domain/access/administrator-roles.ts';
import { pagesOfPermission } from '#domain/access/pages-of-permissions.ts';
import type { Context } from '#server/framework/context.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { noPasswordHash } from '#server/modules/access/session/service.ts';

const pages = Object.entries(pagesOfPermission).flatMap(([permission, codes]) =>
  (codes ?? []).map((code) => ({ permission, code })),
);
const pageRows = sql`(select * from unnest(${pages.map(({ permission }) => permission)}::text[],
  ${pages.map(({ code }) => code)}::text[]) as page(permission, code))`;

/** SQL condition for a person who can sign in; with the unified login people need no password of their own. */
const canSignIn = ({ signOn }: Pick<Context, 'signOn'>) =>
  sql`(${signOn !== undefined} or not st.must_change_password and st.password_hash <> ${noPasswordHash})`;

/** Lists the people in service with their administrator permissions, and whether they can use them. */
export async function listAdministratorPermissions(
  db: Db,
  context: Pick<Context, 'signOn'>,
): Promise<AdministratorPermission[]> {
  const { rows } = await sql<AdministratorPermission>`
    select r.staff_id as "staffId", held.permission, ${canSignIn(context)} as "canSignIn",
      exists (select from role_menus rm join menus m on m.id = rm.menu_id join ${pageRows} page on page.code = m.code
        where rm.role_code = any(r.roles) and page.permission = held.permission) as "hasPage"
    from staff_rights r join staff st on st.id = r.staff_id cross join lateral unnest(r.permissions) held(permission)
    where r.enabled and r.permissions && ${[...administrativePermissions]}::text[]
      and held.permission = any(${[...administrativePermissions]}::text[])
    order by held.permission, r.staff_id`.execute(db);
  return rows;
}

/** Lists the people who could sign in if they were in service. */
export async function listPeopleWhoCanSignIn(db: Db, context: Pick<Context, 'signOn'>): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select st.id from staff st where ${canSignIn(context)}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Lists the permissions for which a role opens a page, by the code of the role. */
export async function listPermissionsWithPage(db: Db): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ code: string; rights: string[] }>`
    select rm.role_code as code, array_agg(distinct page.permission) as rights
    from role_menus rm join menus m on m.id = rm.menu_id join ${pageRows} page on page.code = m.code
    group by 1`.execute(db);
  return new Map(rows.map(({ code, rights }) => [code, rights]));
}

/** Lists the titles of the menus on which administrator permissions are used, by code. */
export async function listPageTitles(db: Db): Promise<Map<string, string>> {
  const { rows } = await sql<{ code: string; title: string }>`
    select m.code, m.title from menus m join ${pageRows} page on page.code = m.code`.execute(db);
  return new Map(rows.map(({ code, title }) => [code, title]));
}

export interface AccountPermission {
  account: string;
  permission: string;
}

/**
 * Lists the administrator permissions of accounts with a one-time password that the owner has not changed
 * yet, in service or not.
 */
export async function listPermissionsWithOneTimePassword(db: Db): Promise<AccountPermission[]> {
  const { rows } = await sql<AccountPermission>`
    select r.account, held.permission from staff_rights r cross join lateral unnest(r.permissions) held(permission)
    where r.must_change_password and r.permissions && ${[...administrativePermissions]}::text[]
      and held.permission = any(${[...administrativePermissions]}::text[]) order by 1, 2`.execute(db);
  return rows;
}
