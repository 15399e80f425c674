import { type RawBuilder, sql } from 'kysely';
import { administrativePermissions, Permission } from '#domain/access/actor.ts';
import { listLimits } from '#domain/lists/limits.ts';
import { offsetOf } from '#domain/lists/paging.ts';
import type { Db } from '#server/kernel/database/transaction.ts';

export interface StaffPickerFilter {
  /** Each word must match the beginning of the person's name, pinyin, initials or account. */
  words: readonly string[];
  requesterId: string;
  now: Date;
  orgId?: string | undefined;
  onlyDepartment: boolean;
  excludesRequester: boolean;
  ids?: readonly string[] | undefined;
  among?: readonly string[] | undefined;
  page: number;
  size: number;
}

export interface StaffPickerRow {
  id: string;
  name: string;
  account: string;
  pinyin: string;
  title: string;
  orgName: string;
  departmentName: string | null;
  fault: string | null;
  open: number;
  overdue: number;
}

/** Open tasks of one person are counted up to this number. */
const maxWorkload = 100;

/**
 * Returns an SQL expression for the reason why a person cannot be chosen; its texts are those of
 * `domain/workflow/decision/naming.ts`, shortened for a row.
 */
function problemOf({ among, excludesRequester, requesterId }: StaffPickerFilter) {
  const isOutside = among === undefined ? sql`false` : sql`not r.keys && ${[...among]}::text[]`;
  const isRequester = excludesRequester ? sql`r.staff_id = ${requesterId}` : sql`false`;
  return sql<string | null>`case
    when not r.enabled then '账号已停用'
    when not ${Permission.handle} = any(r.permissions) or r.permissions && ${[...administrativePermissions]}::text[]
      then '没有办理权限'
    when ${isRequester} then '不能选择自己'
    when ${isOutside} then '不是本环节的候选处理人' end`;
}

function matchingPeople({ words, orgId, onlyDepartment, requesterId, ids }: StaffPickerFilter) {
  const conditions = [sql`true`];
  for (const word of words) {
    conditions.push(
      sql`search_pairs(st.search_keys) @> search_pairs(${` ${word}`}) and strpos(st.search_keys, ${` ${word}`}) > 0`,
    );
  }
  if (orgId !== undefined) {
    const below = sql`(select below.id from organisations top join organisations below
      on starts_with(below.path, top.path) where top.id = ${orgId})`;
    conditions.push(sql`(st.org_id in ${below} or st.department_id in ${below})`);
  }
  if (onlyDepartment) {
    conditions.push(sql`(st.org_id, st.department_id) is not distinct from
      (select row (org_id, department_id) from staff where id = ${requesterId})`);
  }
  if (ids !== undefined) conditions.push(sql`st.id = any(${[...ids]}::text[])`);
  // Disabled accounts only for a user who searches for one: the tree counts people in service.
  else if (words.length === 0) conditions.push(sql`st.disabled_at is null`);
  return sql.join(conditions, sql` and `);
}

/** Sorts the requester's own department first, then by organisation. */
const ownDepartmentFirst = sql`st.department_id is not distinct from own.department_id and st.org_id = own.org_id desc,
  o.sort_by, st.account collate "C"`;

/** Returns the page from all matching people; checks for each of them whether the person can be chosen. */
function selectFromAll(filter: StaffPickerFilter) {
  return sql`select st.id, ${problemOf(filter)} as fault
    from staff st join staff_rights r on r.staff_id = st.id join organisations o on o.id = st.org_id cross join own
    where ${matchingPeople(filter)} order by ${problemOf(filter)} is not null, ${ownDepartmentFirst}
    limit ${filter.size} offset ${offsetOf(filter)}`;
}

/** If more than this number of the first people cannot be chosen, all people are checked. */
const maxUnselectable = 200;

/**
 * Returns the page of `selectFromAll` if the first people who can be chosen fill it; then only these people are
 * checked.
 */
function selectFromFirst(filter: StaffPickerFilter) {
  return sql`select c.id, ${problemOf(filter)} as fault
    from (select id, row_number() over () as place from (
      select st.id from staff st join organisations o on o.id = st.org_id cross join own
      where ${matchingPeople(filter)} order by ${ownDepartmentFirst} limit ${offsetOf(filter) + filter.size + maxUnselectable}) n) c
    join staff_rights r on r.staff_id = c.id where ${problemOf(filter)} is null order by c.place
    limit ${filter.size} offset ${offsetOf(filter)}`;
}

/**
 * Returns a page of people with their workload: the caller's own department first, those who cannot be chosen
 * last. Without input all people match, and the first ones fill the page.
 */
export async function listStaffForPicker(
  db: Db,
  filter: StaffPickerFilter,
): Promise<{ rows: StaffPickerRow[]; total: number; barred: number }> {
  const [rows, counts] = await Promise.all([listPage(db, filter), countMatchingPeople(db, filter)]);
  return { rows, ...counts };
}

async function listPage(db: Db, filter: StaffPickerFilter): Promise<StaffPickerRow[]> {
  if (filter.words.length === 0 && filter.ids === undefined) {
    const rows = await addWorkload(db, filter, selectFromFirst(filter));
    if (rows.length === filter.size) return rows;
  }
  return addWorkload(db, filter, selectFromAll(filter));
}

async function countMatchingPeople(
  db: Db,
  filter: StaffPickerFilter,
): Promise<{ total: number; barred: number }> {
  const { rows } = await sql<{ total: number; barred: number }>`
    select count(*)::int as total, count(fault)::int as barred
    from (select ${problemOf(filter)} as fault from staff st join staff_rights r on r.staff_id = st.id
      where ${matchingPeople(filter)} limit ${listLimits.maxCountedRows}) found`.execute(db);
  return rows[0] ?? { total: 0, barred: 0 };
}

/**
 * Adds to these people the number of their open tasks, counted up to a limit by the index of the to-do list.
 */
async function addWorkload(
  db: Db,
  filter: StaffPickerFilter,
  selection: RawBuilder<unknown>,
): Promise<StaffPickerRow[]> {
  const { rows } = await sql<StaffPickerRow>`
    with own as (select org_id, department_id from staff where id = ${filter.requesterId}),
    shown as (select id, fault, row_number() over () as place from (${selection}) nearest)
    select st.id, st.name, st.account, st.pinyin, st.title, o.name as "orgName", d.name as "departmentName",
      shown.fault, work.open, work.overdue
    from shown
    join staff st on st.id = shown.id
    join staff_rights r on r.staff_id = st.id
    join organisations o on o.id = st.org_id
    left join organisations d on d.id = st.department_id
    cross join lateral (
      select least(count(*), ${maxWorkload})::int as open,
        least(count(*) filter (where due_at < ${filter.now}), ${maxWorkload})::int as overdue
      from (
        select distinct task.workorder_id, task.number, task.due_at from unnest(r.keys) asked (key)
        cross join lateral (select workorder_id, number, due_at from inbox where inbox.key = asked.key
          order by due_at limit ${maxWorkload}) task
        where shown.fault is null
      ) tasks
    ) work
    order by shown.place`.execute(db);
  return rows;
}

export interface CountedOrganisation {
  id: string;
  name: string;
  /** The readings of each character of the name. */
  pinyin: string;
  kind: 'organisation' | 'department';
  parent: string | null;
  staffs: number;
}

/**
 * Returns the whole tree with the number of people in service in each part of it, and the caller's own part of it.
 */
export async function listCountedOrganisations(
  db: Db,
  requesterId: string,
): Promise<{ rows: CountedOrganisation[]; departmentId: string | null }> {
  const { rows } = await sql<CountedOrganisation>`
    with held as (
      select coalesce(department_id, org_id) as id, count(*) as staffs from staff where disabled_at is null group by 1),
    reached as (
      select part.id, sum(held.staffs)::int as staffs from held join organisations o on o.id = held.id
      cross join lateral unnest(string_to_array(trim(both '/' from o.path), '/')) part (id) group by part.id)
    select o.id, o.name, read_all_pinyin(o.name, false) as pinyin, o.kind, o.parent_id as parent,
      coalesce(reached.staffs, 0) as staffs
    from organisations o left join reached on reached.id = o.id
    where o.enabled order by o.level, o.sort_by, o.code limit 10000`.execute(db);
  const ownPart = await sql<{ id: string | null }>`select coalesce(department_id, org_id) as id from staff
    where id = ${requesterId}`.execute(db);
  return { rows, departmentId: ownPart.rows[0]?.id ?? null };
}

/** Returns the readings of names in their order, as the search uses them. */
export async function pinyinOf(
  db: Db,
  { names, ofPeople }: { names: readonly string[]; ofPeople: boolean },
): Promise<string[]> {
  const { rows } = await sql<{ pinyin: string }>`
    select read_all_pinyin(name, ${ofPeople}) as pinyin
    from unnest(${names}::text[]) with ordinality named(name, place) order by place`.execute(db);
  return rows.map(({ pinyin }) => pinyin);
}
