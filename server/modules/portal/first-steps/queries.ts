import { sql } from 'kysely';
import { administrativePermissions, Permission } from '#domain/access/actor.ts';
import type { OfficeFigures } from '#domain/first-steps/first-steps.ts';
import type { Db } from '#server/kernel/database/transaction.ts';

/** The top organisation as the first start creates it (server/seeds/steps.ts), without its real name and region. */
const initialOffice = { name: '本单位', area: '999' };

/**
 * Registering people, assigning roles and reading the audit log must be done by three different people
 * (0085).
 */
const separatePermissions = [Permission.manageStaff, Permission.manageRole, Permission.readAudit];

/**
 * Reads the progress of setting up an office, in one statement; `year` is the year whose holidays are
 * checked.
 */
export async function readFigures(db: Db, year: number): Promise<OfficeFigures & { officeName: string }> {
  const runsPortal = sql`permissions && ${[...administrativePermissions]}::text[]`;
  const countHolders = (permission: Permission, others = sql``) =>
    sql<number>`(select count(*)::int from staff_rights where enabled and ${permission} = any(permissions) ${others})`;
  const { rows } = await sql<OfficeFigures & { officeName: string }>`
    select
      coalesce(top.name, '') as "officeName",
      coalesce(top.name <> ${initialOffice.name} and top.area_code <> ${initialOffice.area}, false) as "officeIsNamed",
      (select count(*)::int from organisations where enabled) as organisations,
      (select count(*)::int from halls) as halls,
      (select count(*)::int from windows) as windows,
      (select count(*)::int from positions) as posts,
      (select count(*)::int from user_groups) as groups,
      (select count(*)::int from staff_rights where enabled and not ${runsPortal}) as people,
      (select count(*)::int from staff_rights where enabled and roles = '{}') as "peopleWithoutRoles",
      (select count(*)::int from staff_rights where enabled and roles <> '{}' and permissions = '{}')
        as "peopleWithoutRights",
      ${countHolders(Permission.publishForm)} as configurers,
      ${countHolders(Permission.readAudit, sql`and not permissions && ${[Permission.manageStaff, Permission.manageRole]}::text[]`)} as "auditAdmins",
      (select count(*)::int from staff_rights where enabled and cardinality(array(
        select unnest(permissions) intersect select unnest(${separatePermissions}::text[]))) > 1) as "mixedHands",
      ${countHolders(Permission.administer, sql`and not ${runsPortal}`)} as "matterAdmins",
      exists (select from holidays where day between make_date(${year}::int, 1, 1) and make_date(${year}::int, 12, 31))
        as "hasHolidays",
      (select count(distinct code)::int from form_definitions) as forms,
      (select count(distinct key)::int from process_definitions) as processes,
      (select count(*)::int from business_items where current) as items,
      (select count(*)::int from (select from work_orders limit 1) any_order) as orders
    from (select 1) one
    left join lateral (
      select name, area_code from organisations where parent_id is null and enabled order by sort_by, id limit 1
    ) top on true`.execute(db);
  const [figures] = rows;
  if (!figures) throw new Error('A query without a table returned no row');
  return figures;
}

/**
 * Lists some people in service who have each permission; administrators of the portal do not handle matters.
 */
export async function listPeopleWithPermissions(
  db: Db,
  permissions: readonly Permission[],
  max: number,
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ permission: string; names: string[] }>`
    select wanted.permission, array(
      select name from staff_rights
      where enabled and wanted.permission = any(permissions)
        and (not wanted.permission like 'work-order:%' or not permissions && ${[...administrativePermissions]}::text[])
      order by account limit ${max}
    ) as names
    from unnest(${[...permissions]}::text[]) wanted(permission)`.execute(db);
  return new Map(rows.map(({ permission, names }) => [permission, names]));
}
