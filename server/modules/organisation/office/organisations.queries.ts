import { sql } from 'kysely';
import type { EditableOrganisation } from '#contract/office-organisations.ts';
import type { TreePosition } from '#domain/office/organisation-tree.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';
import { countUsesOfKeys, type Use } from './parts.queries.ts';

/** An organisation in the database; its digest is computed from it. */
export type StoredOrganisation = Omit<EditableOrganisation, 'digest'>;

/** Lists the whole tree, each level in its own order. */
export async function listStoredOrganisations(db: Db): Promise<StoredOrganisation[]> {
  const { rows } = await sql<StoredOrganisation>`
    with people as (
      select id, count(*)::int as people from (
        select org_id as id from staff where disabled_at is null and department_id is null
        union all select department_id from staff where disabled_at is null and department_id is not null) s
      group by id)
    select o.id, o.name, o.kind, o.parent_id as parent, o.area_code as "areaCode",
      coalesce((select a.full_name from areas a where a.code = o.area_code order by a.level limit 1), '') as "areaName",
      o.address, o.phone, o.level, o.sort_by as "sortBy", o.enabled, coalesce(p.people, 0) as people
    from organisations o left join people p on p.id = o.id
    order by o.level, o.sort_by, o.code`.execute(db);
  return rows;
}

/** Returns the codes that are codes of regions. */
export async function listKnownRegionCodes(db: Db, codes: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ code: string }>`
    select distinct code from areas where code = any(${[...codes]}::text[])`.execute(db);
  return new Set(rows.map(({ code }) => code));
}

/** Lists the codes of all regions. */
export async function listRegionCodes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`select distinct code from areas`.execute(db);
  return rows.map(({ code }) => code);
}

export type OrganisationToUpsert = Omit<StoredOrganisation, 'areaName' | 'people' | 'level' | 'enabled'>;

/**
 * Inserts or overwrites organisations. Their halls get the region of the organisation; positions in the tree
 * are written separately.
 */
export async function upsertOrganisations(tx: Tx, rows: readonly OrganisationToUpsert[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into organisations as kept (id, code, name, kind, parent_id, area_code, address, phone, sort_by, level, path)
    select x.id, x.id, x.name, x.kind, x.parent, x."areaCode", x.address, x.phone, x."sortBy", 0, ''
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x (id text, name text, kind text, parent text,
      "areaCode" text, address text, phone text, "sortBy" integer)
    on conflict (id) do update set name = excluded.name, kind = excluded.kind, parent_id = excluded.parent_id,
      area_code = excluded.area_code, address = excluded.address, phone = excluded.phone, sort_by = excluded.sort_by
    where (kept.name, kept.kind, kept.parent_id, kept.area_code, kept.address, kept.phone, kept.sort_by) is distinct from
      (excluded.name, excluded.kind, excluded.parent_id, excluded.area_code, excluded.address, excluded.phone,
        excluded.sort_by)`.execute(tx);
  const ids = rows.map(({ id }) => id);
  await sql`update halls h set area_code = o.area_code from organisations o
    where o.id = h.org_id and o.id = any(${ids}::text[]) and h.area_code <> o.area_code`.execute(tx);
}

/** Writes the path and level of all organisations whose position has changed, in one statement. */
export async function updateTreePositions(tx: Tx, positions: Iterable<TreePosition>): Promise<void> {
  await sql`
    update organisations o set path = x.path, level = x.level
    from jsonb_to_recordset(${JSON.stringify([...positions])}::jsonb) x (id text, path text, level integer)
    where o.id = x.id and (o.path <> x.path or o.level <> x.level)`.execute(tx);
}

/**
 * Counts the uses of each organisation by kind: people (in service or not), halls, published items, fonds.
 * Organisations without uses have counts of 0.
 */
export async function countDependents(db: Db): Promise<Map<string, Use[]>> {
  const { rows } = await sql<Record<'people' | 'halls' | 'items' | 'fonds', number> & { id: string }>`
    select o.id,
      (select count(*)::int from staff where org_id = o.id or department_id = o.id) as people,
      (select count(*)::int from halls where org_id = o.id) as halls,
      (select count(*)::int from business_items where current and org_id = o.id) as items,
      (select count(*)::int from archive_fonds where org_id = o.id) as fonds
    from organisations o`.execute(db);
  return new Map(
    rows.map(({ id, people, halls, items, fonds }) => [
      id,
      [
        { what: '名人员（含已停用的）', count: people },
        { what: '个大厅', count: halls },
        { what: '个可办理的事项', count: items },
        { what: '个全宗', count: fonds },
      ],
    ]),
  );
}

export interface DepartmentMember {
  orgId: string;
  departmentId: string;
}

/** Lists every member of a department, in service or not. */
export async function listPeopleOfDepartments(db: Db): Promise<DepartmentMember[]> {
  const { rows } = await sql<DepartmentMember>`
    select org_id as "orgId", department_id as "departmentId" from staff where department_id is not null`.execute(
    db,
  );
  return rows;
}

/**
 * Locks people before a part of the office is written, because writing locks permissions, and other callers also
 * lock people before permissions.
 */
export async function lockPeopleIn(tx: Tx, departmentIds: readonly string[]): Promise<void> {
  await sql`select from staff where department_id = any(${[...departmentIds]}::text[])
    order by id for no key update`.execute(tx);
}

/**
 * Moves people whose department now belongs to another organisation to that organisation, and returns their
 * accounts.
 */
export async function movePeopleWithDepartments(tx: Tx, departmentIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ account: string }>`
    update staff st set org_id = d.parent_id from organisations d, organisations o
    where st.department_id = any(${[...departmentIds]}::text[]) and d.id = st.department_id and o.id = st.org_id
      and d.parent_id is not null and not starts_with(d.path, o.path) returning st.account`.execute(tx);
  return rows.map(({ account }) => account).sort();
}

/** Writes the order of the children of one parent, numbered from 1. */
export async function orderChildren(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    update organisations o set sort_by = x.place
    from unnest(${[...ids]}::text[]) with ordinality x (id, place)
    where o.id = x.id and o.sort_by <> x.place`.execute(tx);
}

export async function setEnabled(tx: Tx, id: string, enabled: boolean): Promise<void> {
  await tx.updateTable('organisations').set({ enabled }).where('id', '=', id).execute();
}

const keysOf = (id: string) => [`org:${id}`, `department:${id}`];

/**
 * Counts the current uses of an organisation: people in service, enabled organisations below it, tasks and published
 * items.
 */
export async function countCurrentUses(db: Db, id: string): Promise<Use[]> {
  const { rows } = await sql<Record<'people' | 'children' | 'tasks' | 'items', number>>`
    select
      (select count(*)::int from staff where disabled_at is null and (org_id = ${id} or department_id = ${id})) as people,
      (select count(*)::int from organisations where parent_id = ${id} and enabled) as children,
      (select count(distinct (workorder_id, number))::int from inbox where key = any(${keysOf(id)}::text[])) as tasks,
      (select count(*)::int from business_items where current and org_id = ${id}) as items`.execute(db);
  const [row] = rows;
  return [
    { what: '名在职人员', count: row?.people ?? 0, isPeople: true },
    { what: '个启用的下级', count: row?.children ?? 0 },
    { what: '个待办环节', count: row?.tasks ?? 0 },
    { what: '个可办理的事项', count: row?.items ?? 0 },
  ];
}

/** Counts all uses of the organisation, current and former. */
export async function countUses(db: Db, id: string): Promise<Use[]> {
  const { rows } = await sql<
    Record<
      'people' | 'children' | 'halls' | 'posts' | 'items' | 'orders' | 'series' | 'archive' | 'views',
      number
    >
  >`select
      (select count(*)::int from staff where org_id = ${id} or department_id = ${id}) as people,
      (select count(*)::int from organisations where parent_id = ${id}) as children,
      (select count(*)::int from halls where org_id = ${id}) as halls,
      (select count(*)::int from positions where org_id = ${id}) as posts,
      (select count(*)::int from business_items where org_id = ${id}) as items,
      (select count(*)::int from work_orders where org_id = ${id}) as orders,
      (select count(*)::int from document_series where org_id = ${id}) as series,
      (select count(*)::int from archive_fonds where org_id = ${id})
        + (select count(*)::int from archive_entries where org_id = ${id})
        + (select count(*)::int from archive_hand_overs where org_id = ${id})
        + (select count(*)::int from archive_destructions where org_id = ${id}) as archive,
      (select count(*)::int from list_views where shared_with = ${id}) as views`.execute(db);
  const [row] = rows;
  return [
    { what: '名人员（含已停用的）', count: row?.people ?? 0, isPeople: true },
    { what: '个下级', count: row?.children ?? 0 },
    { what: '个大厅', count: row?.halls ?? 0 },
    { what: '个岗位', count: row?.posts ?? 0 },
    { what: '个事项版本', count: row?.items ?? 0 },
    { what: '件办件', count: row?.orders ?? 0 },
    { what: '个文号', count: row?.series ?? 0 },
    { what: '项档案记录', count: row?.archive ?? 0 },
    { what: '个共享视图', count: row?.views ?? 0 },
    ...(await countUsesOfKeys(db, keysOf(id))),
  ];
}
