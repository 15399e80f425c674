import { sql } from 'kysely';
import type { GroupRow, HallRow, PostRow, WindowRow } from '#contract/office-parts.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';

/** Reads and writes halls, windows, posts and user groups. Ids are codes (decision 0169). */

/** A stored row; its digest is computed from it. */
type StoredRow<Row> = Omit<Row, 'digest'>;

const peopleColumn = (
  table: 'staff_windows' | 'staff_positions' | 'staff_groups',
  column: string,
  id: string,
) =>
  sql`(select count(*)::int from ${sql.table(table)} m join staff s on s.id = m.staff_id
    where m.${sql.ref(column)} = ${sql.ref(id)} and s.disabled_at is null) as people`;

export async function listHalls(db: Db): Promise<StoredRow<HallRow>[]> {
  const { rows } = await sql<StoredRow<HallRow>>`
    select h.id, h.name, h.sort_by as "sortBy", h.org_id as "orgId", o.name as "orgName", h.area_code as "areaCode",
      (select count(*)::int from windows w where w.hall_id = h.id) as windows
    from halls h join organisations o on o.id = h.org_id order by h.sort_by, h.id`.execute(db);
  return rows;
}

export async function listWindows(db: Db): Promise<StoredRow<WindowRow>[]> {
  const { rows } = await sql<StoredRow<WindowRow>>`
    select w.id, w.name, w.sort_by as "sortBy", w.number, w.hall_id as "hallId", h.name as "hallName",
      ${peopleColumn('staff_windows', 'window_id', 'w.id')}
    from windows w join halls h on h.id = w.hall_id order by h.sort_by, h.id, w.sort_by, w.id`.execute(db);
  return rows;
}

export async function listPosts(db: Db): Promise<StoredRow<PostRow>[]> {
  const { rows } = await sql<StoredRow<PostRow>>`
    select p.id, p.name, p.sort_by as "sortBy", p.org_id as "orgId", o.name as "orgName",
      ${peopleColumn('staff_positions', 'position_id', 'p.id')}
    from positions p left join organisations o on o.id = p.org_id order by p.sort_by, p.id`.execute(db);
  return rows;
}

export async function listGroups(db: Db): Promise<StoredRow<GroupRow>[]> {
  const { rows } = await sql<StoredRow<GroupRow>>`
    select g.id, g.name, g.sort_by as "sortBy", g.applications,
      ${peopleColumn('staff_groups', 'group_id', 'g.id')}
    from user_groups g order by g.sort_by, g.id`.execute(db);
  return rows;
}

/** Inserts or overwrites a hall, which gets the region of its organisation. */
export async function upsertHall(
  tx: Tx,
  hall: Omit<StoredRow<HallRow>, 'orgName' | 'areaCode' | 'windows'>,
): Promise<void> {
  const { id, name, orgId, sortBy } = hall;
  await sql`insert into halls (id, name, org_id, area_code, sort_by)
    select ${id}, ${name}, o.id, o.area_code, ${sortBy} from organisations o where o.id = ${orgId}
    on conflict (id) do update set name = excluded.name, org_id = excluded.org_id, area_code = excluded.area_code,
      sort_by = excluded.sort_by`.execute(tx);
}

export async function upsertWindow(
  tx: Tx,
  window: Omit<StoredRow<WindowRow>, 'hallName' | 'people'>,
): Promise<void> {
  const { id, name, number, hallId, sortBy } = window;
  await sql`insert into windows (id, name, number, hall_id, sort_by)
    values (${id}, ${name}, ${number}, ${hallId}, ${sortBy})
    on conflict (id) do update set name = excluded.name, number = excluded.number, hall_id = excluded.hall_id,
      sort_by = excluded.sort_by`.execute(tx);
}

export async function upsertPost(
  tx: Tx,
  post: Omit<StoredRow<PostRow>, 'orgName' | 'people'>,
): Promise<void> {
  const { id, name, orgId, sortBy } = post;
  await sql`insert into positions (id, code, name, org_id, sort_by)
    values (${id}, ${id}, ${name}, ${orgId}, ${sortBy})
    on conflict (id) do update set name = excluded.name, org_id = excluded.org_id, sort_by = excluded.sort_by`.execute(
    tx,
  );
}

export async function upsertGroup(tx: Tx, group: Omit<StoredRow<GroupRow>, 'people'>): Promise<void> {
  const { id, name, applications, sortBy } = group;
  await sql`insert into user_groups (id, code, name, applications, sort_by)
    values (${id}, ${id}, ${name}, ${applications}, ${sortBy})
    on conflict (id) do update set name = excluded.name, applications = excluded.applications,
      sort_by = excluded.sort_by`.execute(tx);
}

export type PartTable = 'halls' | 'windows' | 'positions' | 'user_groups' | 'organisations';

export async function deletePart(tx: Tx, table: PartTable, id: string): Promise<void> {
  await sql`delete from ${sql.table(table)} where id = ${id}`.execute(tx);
}

export interface Use {
  /** Text after the count, with its measure word: 名人员（含已停用的）, 个窗口 … */
  what: string;
  count: number;
  isPeople?: true;
}

/**
 * Counts the people who have a window, post or group, including those who have left, because their orders refer to
 * it.
 */
export async function countHolders(
  db: Db,
  table: 'staff_windows' | 'staff_positions' | 'staff_groups',
  column: string,
  id: string,
): Promise<Use> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(db);
  return { what: '名人员（含已停用的）', count: rows[0]?.count ?? 0, isPeople: true };
}

export async function countWindowsOf(db: Db, hallId: string): Promise<Use> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from windows where hall_id = ${hallId}`.execute(db);
  return { what: '个窗口', count: rows[0]?.count ?? 0 };
}

/**
 * Checks whether a version of a process contains one of the keys: as a handler, or in a text of keys
 * separated by commas, such as the administrator or the value of a variable.
 */
const containsKey = (keys: readonly string[]) => sql<boolean>`(
    exists (select from unnest(${[...keys]}::text[]) key where jsonb_path_exists(p.definition,
      '$.** ? (@.kind == $kind && @.id == $id)', jsonb_build_object('kind', split_part(key, ':', 1),
        'id', substr(key, strpos(key, ':') + 1))))
    or exists (select from jsonb_path_query(p.definition, '$.** ? (@.type() == "string")') text,
        unnest(string_to_array(text #>> '{}', ',')) part
      where trim(part) = any(${[...keys]}::text[])))`;

/** Lists processes that contain one of the keys in any version, because orders may run on each. */
export async function listProcessesWithKeys(db: Db, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct p.name from process_definitions p where ${containsKey(keys)} order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Counts the uses of candidate keys: in versions of processes, and in the steps of orders, open and completed. */
export async function countUsesOfKeys(db: Db, keys: readonly string[]): Promise<Use[]> {
  const { rows } = await sql<{ processes: number; steps: number }>`
    select (select count(*)::int from process_definitions p where ${containsKey(keys)}) as processes,
      (select count(*)::int from traces t where t.candidates && ${[...keys]}::text[]) as steps`.execute(db);
  return [
    { what: '个流程版本', count: rows[0]?.processes ?? 0 },
    { what: '个办件环节', count: rows[0]?.steps ?? 0 },
  ];
}

/** Lists the ids of the business applications. */
export async function listApplicationIds(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('business_categories').select('id').orderBy('sort_by').execute();
  return rows.map(({ id }) => id);
}
