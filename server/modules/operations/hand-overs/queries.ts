import { type RawBuilder, sql } from 'kysely';
import type { handOvers } from '#contract/hand-overs.ts';
import type { SortName } from '#server/framework/lists/sort-name.ts';
import { isPersonFoundBy } from '#server/kernel/database/find-by-name.ts';
import { fragment } from '#server/kernel/database/fragment.ts';
import { readPage } from '#server/kernel/database/read-page.ts';
import { type StoredState, storedState, withState } from '#server/kernel/database/stored-state.ts';
import type { HandOverTasksTable } from '#server/kernel/database/tables.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';

export interface HandOverPerson {
  id: string;
  name: string;
  orgName: string;
  /** True while the account is enabled. */
  inOffice: boolean;
  keys: string[];
  permissions: string[];
}

/** Finds a person with every key of their posts and roles, in service or not. */
export async function findPerson(db: Db, id: string): Promise<HandOverPerson | undefined> {
  const { rows } =
    await sql<HandOverPerson>`select staff_id as id, name, org_name as "orgName", enabled as "inOffice", keys,
    permissions from staff_rights where staff_id = ${id}`.execute(db);
  return rows[0];
}

/** Finds people by part of the name or account, or by pinyin or initials, departed people first. */
export async function listPeople(db: Db, keyword: string, limit: number) {
  const { rows } = await sql<Pick<HandOverPerson, 'id' | 'name' | 'orgName' | 'inOffice'>>`
    select r.staff_id as id, r.name, r.org_name as "orgName", r.enabled as "inOffice"
    from staff_rights r join staff st on st.id = r.staff_id
    where ${isPersonFoundBy(keyword)}
    order by r.enabled, r.name, r.staff_id limit ${limit}`.execute(db);
  return rows;
}

/**
 * Selects open tasks with one of the keys, including those that wait for others. An order with an open task
 * has an inbox row, so that only orders in process are read.
 */
const openTasks = (keys: readonly string[]) => sql`
  (select distinct workorder_id from inbox) under_way
  join traces t on t.workorder_id = under_way.workorder_id and t.handler_status = 0
    and t.candidates && ${[...keys]}::text[]`;

/** Counts the open tasks with one of the keys, by their lists of candidates. */
export async function countByCandidates(db: Db, keys: readonly string[]) {
  const { rows } = await sql<{ candidates: string[]; count: number }>`
    select t.candidates, count(*)::int as count from ${openTasks(keys)} group by t.candidates`.execute(db);
  return rows;
}

export interface TaskRow {
  workorderId: string;
  number: number;
  workorderCode: string;
  title: string;
  taskCode: string;
  itemName: string;
  nodeName: string;
  /** True if the task waits for the answers of other people; `held` is also the spelling of its kind on the wire. */
  held: boolean;
}

/** Lists the tasks with exactly one of these lists of candidates, longest open first. */
export async function listTasksOfCandidates(
  db: Db,
  candidates: readonly (readonly string[])[],
  limit: number,
): Promise<TaskRow[]> {
  const lists = candidates.map((keys) => keys.join(','));
  const { rows } = await sql<TaskRow>`
    select t.workorder_id as "workorderId", t.number, o.code as "workorderCode", o.title, o.task_code as "taskCode",
      o.item_name as "itemName", t.node_name as "nodeName",
      not exists (select from inbox i where i.workorder_id = t.workorder_id and i.number = t.number) as held
    from ${openTasks([...new Set(candidates.flat())])} join work_orders o on o.id = t.workorder_id
    where array_to_string(t.candidates, ',') = any(${lists}::text[])
    order by t.started_at, t.workorder_id, t.number limit ${limit}`.execute(db);
  return rows;
}

/** Lists states of some orders, with their processes. */
export async function listStates(db: Db, ids: readonly string[]) {
  const { rows } = await fragment<
    StoredState & { id: string; processDefinitionId: string; initiatorId: string; taskCode: string }
  >`select s.workorder_id as id, s.process_definition_id as "processDefinitionId", o.initiator_id as "initiatorId",
      o.task_code as "taskCode", ${storedState}
    from work_order_states s join work_orders o on o.id = s.workorder_id where s.workorder_id = any(${[...new Set(ids)]}::uuid[])`.execute(
    db,
  );
  return rows.map(withState);
}

export async function countDrafts(db: Db, staffId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from drafts
    where staff_id = ${staffId} and deleted_at is null`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Serialises hand-overs of the same person, or of tasks without a handler. */
export async function lockHandOversOf(tx: Tx, id: string | null): Promise<void> {
  if (id === null)
    await sql`select pg_advisory_xact_lock(hashtextextended('hand-over of nobody', 0))`.execute(tx);
  else await sql`select from staff where id = ${id} for no key update`.execute(tx);
}

/** Finds a hand-over of the person that still has tasks to move. */
export async function findUnfinishedHandOver(db: Db, fromId: string | null): Promise<string | undefined> {
  const { rows } = await sql<{
    id: string;
  }>`select h.id from hand_overs h where h.from_id is not distinct from ${fromId}
    and exists (select from hand_over_tasks t where t.hand_over_id = h.id and t.state = 'waiting')
    order by h.started_at desc limit 1`.execute(db);
  return rows[0]?.id;
}

export async function insertHandOver(
  tx: Tx,
  row: {
    id: string;
    from_id: string | null;
    reason: string;
    started_by_id: string;
    started_by_name: string;
    started_at: Date;
  },
  tasks: readonly Pick<HandOverTasksTable, 'workorder_id' | 'number' | 'place' | 'receiver_id'>[],
): Promise<void> {
  await tx.insertInto('hand_overs').values(row).execute();
  await sql`insert into hand_over_tasks (hand_over_id, workorder_id, number, place, receiver_id, state)
    select ${row.id}, workorder_id, number, place, receiver_id, 'waiting'
    from jsonb_to_recordset(${JSON.stringify(tasks)}::jsonb)
      as x(workorder_id uuid, number integer, place integer, receiver_id text)`.execute(tx);
}

export interface HandOverRow {
  id: string;
  from: { id: string; name: string; orgName: string } | null;
  receiverNames: string[];
  reason: string;
  startedByName: string;
  startedAt: Date;
  total: number;
  waiting: number;
  moved: number;
  gone: number;
  failed: number;
}

const countColumns: RawBuilder<unknown> = sql`count(*)::int as total,
  count(*) filter (where t.state = 'waiting')::int as waiting, count(*) filter (where t.state = 'moved')::int as moved,
  count(*) filter (where t.state = 'gone')::int as gone, count(*) filter (where t.state = 'failed')::int as failed`;

const columns = sql`h.id, case when f.id is not null
    then jsonb_build_object('id', f.id, 'name', f.name, 'orgName', o.name) end as "from",
  h.reason, h.started_by_name as "startedByName", h.started_at as "startedAt", c.*,
  array(select distinct r.name from hand_over_tasks t join staff r on r.id = t.receiver_id
    where t.hand_over_id = h.id order by 1) as "receiverNames"`;

const tables = sql`hand_overs h left join staff f on f.id = h.from_id left join organisations o on o.id = f.org_id
  cross join lateral (select ${countColumns} from hand_over_tasks t where t.hand_over_id = h.id) c`;

const sortSources: Record<SortName<typeof handOvers.page>, RawBuilder<unknown>> = {
  startedAt: sql`h.started_at`,
};

export function listHandOvers(
  db: Db,
  {
    keyword,
    sort,
    order = 'desc',
    ...page
  }: {
    keyword?: string | undefined;
    sort: keyof typeof sortSources;
    order?: 'asc' | 'desc' | undefined;
    page: number;
    size: number;
  },
) {
  const condition = keyword
    ? sql`exists (select from staff st where st.id = h.from_id and ${isPersonFoundBy(keyword)})`
    : sql`true`;
  const from = sql`${tables} where ${condition}`;
  const direction = order === 'asc' ? sql`asc` : sql`desc`;
  const sorted = sql`${sortSources[sort]} ${direction}, h.id ${direction}`;
  return readPage<HandOverRow>(db, { columns, from, order: sorted }, page);
}

export async function findHandOver(db: Db, id: string): Promise<HandOverRow | undefined> {
  const { rows } = await sql<HandOverRow>`select ${columns} from ${tables} where h.id = ${id}`.execute(db);
  return rows[0];
}

export interface HandOverTaskRow extends Omit<TaskRow, 'held'> {
  receiverId: string;
  receiverName: string;
  state: string;
  reason: string;
  settledAt: Date | null;
}

/**
 * Lists the tasks of a hand-over in the order in which they are moved; with `waiting`, only the tasks that are not
 * moved yet.
 */
export async function listTasks(
  db: Db,
  id: string,
  { waiting = false, limit }: { waiting?: boolean; limit: number },
): Promise<HandOverTaskRow[]> {
  const { rows } = await sql<HandOverTaskRow>`
    select h.workorder_id as "workorderId", h.number, o.code as "workorderCode", o.title, o.task_code as "taskCode",
      o.item_name as "itemName", t.node_name as "nodeName", h.receiver_id as "receiverId", r.name as "receiverName",
      h.state, h.reason, h.settled_at as "settledAt"
    from hand_over_tasks h join work_orders o on o.id = h.workorder_id
    join traces t on t.workorder_id = h.workorder_id and t.number = h.number
    join staff r on r.id = h.receiver_id
    where h.hand_over_id = ${id} and ${waiting ? sql`h.state = 'waiting'` : sql`true`}
    order by h.place limit ${limit}`.execute(db);
  return rows;
}

/** Stores the outcome of a task; a task for which another caller has stored an outcome meanwhile is unchanged. */
export async function storeTaskOutcome(
  db: Db,
  id: string,
  task: { workorderId: string; number: number },
  outcome: { state: string; reason: string; at: Date },
): Promise<void> {
  await sql`update hand_over_tasks set state = ${outcome.state}, reason = ${outcome.reason}, settled_at = ${outcome.at}
    where hand_over_id = ${id} and workorder_id = ${task.workorderId}::uuid and number = ${task.number}
      and state = 'waiting'`.execute(db);
}

/** Resets the failed tasks of a hand-over to waiting. */
export async function resetFailedTasks(db: Db, id: string): Promise<void> {
  await sql`update hand_over_tasks set state = 'waiting', reason = '', settled_at = null
    where hand_over_id = ${id} and state = 'failed'`.execute(db);
}
