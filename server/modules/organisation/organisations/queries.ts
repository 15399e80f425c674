import { sql } from 'kysely';
import { administrativePermissions, Permission } from '#domain/access/actor.ts';
import { findIdsByName, isPersonFoundBy } from '#server/kernel/database/find-by-name.ts';
import { readPage } from '#server/kernel/database/read-page.ts';
import type { Db } from '#server/kernel/database/transaction.ts';

export interface OrganisationRow {
  id: string;
  code: string;
  name: string;
  kind: 'organisation' | 'department';
  fullname: string;
  parent: string | null;
  areaId: string;
  areaCode: string;
  level: number;
  sortBy: number;
  isLeaf: boolean;
}

export interface OrganisationFilter {
  areaCode?: string;
  /** Null for the top of the tree, or of the region, whose top may be below an organisation outside it. */
  parent?: string | null;
  level?: number;
  name?: string;
}

export async function listOrganisations(db: Db, filter: OrganisationFilter): Promise<OrganisationRow[]> {
  const conditions = [sql`o.enabled`];
  if (filter.areaCode !== undefined) conditions.push(sql`o.area_code = ${filter.areaCode}`);
  if (filter.parent === null) {
    const within = filter.areaCode === undefined ? sql`true` : sql`up.area_code = ${filter.areaCode}`;
    conditions.push(sql`not exists (select from organisations up where up.id = o.parent_id and ${within})`);
  } else if (filter.parent !== undefined) conditions.push(sql`o.parent_id = ${filter.parent}`);
  if (filter.level !== undefined) conditions.push(sql`o.level = ${filter.level}`);
  if (filter.name)
    conditions.push(
      sql`o.id = any(${await findIdsByName(db, sql`organisations where enabled`, filter.name)}::text[])`,
    );
  const { rows } = await sql<OrganisationRow>`
    select o.id, o.code, o.name, o.kind, o.parent_id as parent, o.area_code as "areaCode", o.level,
      o.sort_by as "sortBy",
      (select string_agg(up.name, ' ' order by part.place)
        from unnest(string_to_array(trim(both '/' from o.path), '/')) with ordinality part(id, place)
        join organisations up on up.id = part.id) as fullname,
      coalesce((select id from areas where code = o.area_code order by level limit 1), o.area_code) as "areaId",
      not exists (select from organisations below where below.parent_id = o.id and below.enabled) as "isLeaf"
    from organisations o where ${sql.join(conditions, sql` and `)}
    order by o.level, o.sort_by, o.code limit 10000`.execute(db);
  return rows;
}

export interface StaffRow {
  id: string;
  name: string;
  account: string;
  title: string;
  orgId: string;
  orgName: string;
  departmentId: string | null;
  departmentName: string | null;
}

export interface StaffFilter {
  name?: string;
  areaCode?: string;
  orgId?: string;
  orgCode?: string;
  orgName?: string;
  departmentId?: string;
  roleCode?: string;
  positionId?: string;
  groupId?: string;
  hallId?: string;
  windowId?: string;
  /** Only people who may handle matters. */
  mayHandle?: 'true';
  page: number;
  size: number;
}

const staffColumns = sql`
  st.id, st.name, st.account, st.title, st.org_id as "orgId", o.name as "orgName",
  st.department_id as "departmentId", d.name as "departmentName"`;

async function matchingStaff(db: Db, filter: Omit<StaffFilter, 'page' | 'size'>) {
  const conditions = [sql`st.disabled_at is null`];
  if (filter.name) {
    conditions.push(isPersonFoundBy(filter.name));
  }
  if (filter.orgId) {
    conditions.push(sql`st.org_id in (
      select below.id from organisations top join organisations below on starts_with(below.path, top.path)
      where top.id = ${filter.orgId})`);
  }
  if (filter.areaCode !== undefined) {
    conditions.push(
      sql`exists (select from organisations where id = st.org_id and area_code = ${filter.areaCode})`,
    );
  }
  if (filter.orgCode) {
    conditions.push(
      sql`exists (select from organisations where id = st.org_id and code = ${filter.orgCode})`,
    );
  }
  if (filter.orgName) {
    conditions.push(
      sql`st.org_id = any(${await findIdsByName(db, sql`organisations`, filter.orgName)}::text[])`,
    );
  }
  if (filter.departmentId) conditions.push(sql`st.department_id = ${filter.departmentId}`);
  if (filter.roleCode) {
    conditions.push(
      sql`exists (select from staff_roles where staff_id = st.id and role_code = ${filter.roleCode})`,
    );
  }
  if (filter.positionId) {
    conditions.push(
      sql`exists (select from staff_positions where staff_id = st.id and position_id = ${filter.positionId})`,
    );
  }
  if (filter.groupId) {
    conditions.push(
      sql`exists (select from staff_groups where staff_id = st.id and group_id = ${filter.groupId})`,
    );
  }
  if (filter.hallId) {
    conditions.push(
      sql`exists (select from staff_windows sw join windows w on w.id = sw.window_id
        where sw.staff_id = st.id and w.hall_id = ${filter.hallId})`,
    );
  }
  if (filter.windowId) {
    conditions.push(
      sql`exists (select from staff_windows where staff_id = st.id and window_id = ${filter.windowId})`,
    );
  }
  if (filter.mayHandle) {
    conditions.push(
      sql`exists (select ${rolesWithPermission([Permission.handle])})`,
      sql`not exists (select ${rolesWithPermission(administrativePermissions)})`,
    );
  }
  return sql.join(conditions, sql` and `);
}

/** Returns the `from …` clause for the roles by which the person `st` has one of the permissions. */
function rolesWithPermission(permissions: readonly Permission[]) {
  return sql`from staff_roles r join role_permissions p on p.role_code = r.role_code
    where r.staff_id = st.id and p.permission = any(${[...permissions]}::text[])`;
}

export async function listStaff(db: Db, filter: StaffFilter): Promise<{ rows: StaffRow[]; total: number }> {
  const condition = await matchingStaff(db, filter);
  const from = sql`staff st join organisations o on o.id = st.org_id
    left join organisations d on d.id = st.department_id where ${condition}`;
  return readPage<StaffRow>(db, { columns: staffColumns, from, order: sql`o.sort_by, st.account` }, filter);
}

interface HallFilter {
  areaCode?: string;
  name?: string;
  ids?: readonly string[];
}

async function matchingHalls(db: Db, { areaCode, name, ids }: HallFilter) {
  const conditions = [sql`true`];
  if (ids) conditions.push(sql`id = any(${ids}::text[])`);
  if (areaCode !== undefined) conditions.push(sql`area_code = ${areaCode}`);
  if (name) conditions.push(sql`id = any(${await findIdsByName(db, sql`halls`, name)}::text[])`);
  return sql.join(conditions, sql` and `);
}

export async function listHalls(db: Db, filter: HallFilter & { page: number; size: number }) {
  const parts = {
    columns: sql`id, name, area_code as "areaCode", org_id as "orgId"`,
    from: sql`halls where ${await matchingHalls(db, filter)}`,
    order: sql`sort_by, id`,
  };
  return readPage<{ id: string; name: string; areaCode: string; orgId: string }>(db, parts, filter);
}

export async function listHallNames(db: Db, filter: HallFilter): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from halls where ${await matchingHalls(db, filter)}
    group by name order by min(sort_by), name limit 10000`.execute(db);
  return rows.map(({ name }) => name);
}

export async function listWindows(
  db: Db,
  filter: {
    areaCode?: string;
    hallId?: string;
    hallName?: string;
    /** Part of the label of a window: number, name and hall. */
    name?: string;
    ids?: readonly string[];
    page: number;
    size: number;
  },
) {
  const conditions = [sql`true`];
  if (filter.ids) conditions.push(sql`w.id = any(${filter.ids}::text[])`);
  if (filter.areaCode !== undefined) conditions.push(sql`h.area_code = ${filter.areaCode}`);
  if (filter.hallName)
    conditions.push(sql`h.id = any(${await findIdsByName(db, sql`halls`, filter.hallName)}::text[])`);
  if (filter.hallId) conditions.push(sql`w.hall_id = ${filter.hallId}`);
  if (filter.name) {
    const labels = sql`(select w.id, w.number || ' ' || w.name || ' ' || h.name as name
      from windows w join halls h on h.id = w.hall_id) labels`;
    conditions.push(sql`w.id = any(${await findIdsByName(db, labels, filter.name)}::text[])`);
  }
  return readPage<{ id: string; name: string; number: string; hallId: string; hallName: string }>(
    db,
    {
      columns: sql`w.id, w.name, w.number, w.hall_id as "hallId", h.name as "hallName"`,
      from: sql`windows w join halls h on h.id = w.hall_id where ${sql.join(conditions, sql` and `)}`,
      order: sql`h.sort_by, w.sort_by, w.id`,
    },
    filter,
  );
}

interface NameFilter {
  name?: string;
  ids?: readonly string[];
  page: number;
  size: number;
}

async function listByName(db: Db, from: ReturnType<typeof sql>, filter: NameFilter) {
  const conditions = [sql`true`];
  if (filter.ids) conditions.push(sql`id = any(${filter.ids}::text[])`);
  if (filter.name)
    conditions.push(sql`id = any(${await findIdsByName(db, sql`(${from}) named`, filter.name)}::text[])`);
  const parts = {
    columns: sql`id, code, name`,
    from: sql`(${from}) named where ${sql.join(conditions, sql` and `)}`,
    order: sql`sort_by, code`,
  };
  return readPage<{ id: string; code: string; name: string }>(db, parts, filter);
}

export function listPositions(db: Db, filter: NameFilter) {
  return listByName(db, sql`select id, code, name, sort_by from positions`, filter);
}

/** Lists roles; the code of a role is its id in candidate keys. */
export function listRoles(db: Db, filter: NameFilter & Pick<StaffFilter, 'mayHandle'>) {
  const mayHandleWork = sql`exists (select from role_permissions p
    where p.role_code = code and p.permission = ${Permission.handle})`;
  const condition = filter.mayHandle ? mayHandleWork : sql`true`;
  return listByName(db, sql`select code as id, code, name, sort_by from roles where ${condition}`, filter);
}

/** Lists user groups by name; for an application, its own groups and those for all applications. */
export async function listUserGroups(
  db: Db,
  { name = '', application, ids }: { name?: string; application?: string; ids?: readonly string[] },
) {
  const applicationCode = application ?? null;
  const nameCondition =
    name === '' ? sql`true` : sql`id = any(${await findIdsByName(db, sql`user_groups`, name)}::text[])`;
  const condition = ids ? sql`id = any(${ids}::text[])` : sql`true`;
  const { rows } = await sql<{ id: string; code: string; name: string; applications: string[] }>`
    select id, code, name, applications from user_groups
    where ${nameCondition} and ${condition}
      and (${applicationCode}::text is null or applications = '{}' or ${applicationCode} = any(applications))
    order by sort_by, code limit 10000`.execute(db);
  return rows;
}

/** Lists business applications: the categories of items, whose id is their code. */
export function listApplications(db: Db, filter: NameFilter) {
  return listByName(db, sql`select id, id as code, name, sort_by from business_categories`, filter);
}

/** Lists the members of groups, each with the id of the group. */
export async function listStaffOfGroups(db: Db, groupIds: readonly string[]) {
  const { rows } = await sql<StaffRow & { groupId: string }>`
    select g.group_id as "groupId", ${staffColumns} from staff_groups g
    join staff st on st.id = g.staff_id and st.disabled_at is null
    join organisations o on o.id = st.org_id left join organisations d on d.id = st.department_id
    where g.group_id = any(${groupIds}) order by st.account`.execute(db);
  return rows;
}

/** Returns one row per candidate key and active person who matches it; an operator matches none. */
export async function listHolders(
  db: Db,
  keys: readonly string[],
): Promise<{ key: string; staffId: string }[]> {
  const { rows } = await sql<{ key: string; staffId: string }>`
    ${holdersOf(keys)}
    select h.key, h.id as "staffId" from holders h join staff st on st.id = h.id
    where ${isInService} order by h.key, h.id`.execute(db);
  return rows;
}

/**
 * Counts the people who match each key, and lists at most a given number of each. PostgreSQL selects them, so
 * that a role with thousands of people does not take more time.
 */
export async function listSomeHolders(
  db: Db,
  keys: readonly string[],
  maxPerKey: number,
): Promise<{ key: string; staffId: string; count: number }[]> {
  const { rows } = await sql<{ key: string; staffId: string; count: number }>`
    ${holdersOf(keys)}
    select s.key, s.id as "staffId", s.count from (
      select h.key, h.id, count(*) over (partition by h.key)::int as count,
        row_number() over (partition by h.key order by h.id) as place
      from holders h join staff st on st.id = h.id where ${isInService}
    ) s where s.place <= ${maxPerKey} order by s.key, s.id`.execute(db);
  return rows;
}

/** SQL condition for people in service who are not administrators of the portal. */
const isInService = sql`st.disabled_at is null and not exists (select ${rolesWithPermission(administrativePermissions)})`;

/** Returns the `holders` expression: each key with the people who match it. */
function holdersOf(keys: readonly string[]) {
  return sql`with asked as (
      select key, split_part(key, ':', 1) as kind, substr(key, strpos(key, ':') + 1) as id
      from unnest(${[...new Set(keys)]}::text[]) key
    ), holders as (
      select key, st.id from asked join staff st on st.id = asked.id where kind = 'staff'
      union select key, st.id from asked join staff st on st.org_id = asked.id where kind = 'org'
      union select key, st.id from asked join staff st on st.department_id = asked.id where kind = 'department'
      union select key, r.staff_id from asked join staff_roles r on r.role_code = asked.id where kind = 'role'
      union select key, p.staff_id from asked join staff_positions p on p.position_id = asked.id where kind = 'position'
      union select key, g.staff_id from asked join staff_groups g on g.group_id = asked.id where kind = 'group'
      union select key, w.staff_id from asked join staff_windows w on w.window_id = asked.id where kind = 'window'
    )`;
}

/** Returns the display name of each candidate key; omits unknown keys. */
export async function listKeyNames(
  db: Db,
  keys: readonly string[],
): Promise<{ key: string; name: string }[]> {
  const { rows } = await sql<{ key: string; name: string }>`
    with asked as (
      select key, split_part(key, ':', 1) as kind_of_key, substr(key, strpos(key, ':') + 1) as id
      from unnest(${[...new Set(keys)]}::text[]) key
    )
    select key, name from asked join staff using (id) where kind_of_key = 'staff'
    union all select key, name from asked join organisations using (id) where kind_of_key in ('org', 'department')
    union all select key, name from asked join roles on roles.code = asked.id where kind_of_key = 'role'
    union all select key, name from asked join positions using (id) where kind_of_key = 'position'
    union all select key, name from asked join user_groups using (id) where kind_of_key = 'group'
    union all select key, name from asked join windows using (id) where kind_of_key = 'window'`.execute(db);
  return rows;
}
