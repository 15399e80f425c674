import { type RawBuilder, sql } from 'kysely';
import { administrativePermissions, Permission } from '#domain/access/actor.ts';
import { maxUnattended } from '#domain/hand-overs/limits.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import type { TaskRow } from './queries.ts';

/**
 * Selects unattended tasks: open tasks that no person in service may handle (docs/decisions/0191). Finds the keys of
 * open tasks by the index of the to-do list, with one lookup for each key, and reads only tasks whose keys no person
 * has, at most `maxUnattended` + 1. At the start node any person who may start work orders can resubmit, so that
 * the permission to handle is not required there (0033).
 */
const unattended: RawBuilder<unknown> = sql`with recursive
  open_keys as (
    (select key from inbox order by key limit 1)
    union all
    select (select i.key from inbox i where i.key > u.key order by i.key limit 1) from open_keys u where u.key is not null),
  staffed_keys as (
    select key, bool_or(may_handle) as may_handle from (
      select unnest(keys) as key, ${Permission.handle} = any(permissions) as may_handle from staff_rights
      where enabled and not permissions && ${[...administrativePermissions]}::text[]
        and permissions && ${[Permission.handle, Permission.initiate, Permission.administer]}::text[]) keys_of_staff
    group by key),
  unhandled_keys as (
    select u.key, s.key is not null as may_start from open_keys u left join staffed_keys s on s.key = u.key
    where u.key is not null and not coalesce(s.may_handle, false)),
  unattended as materialized (
    select distinct i.workorder_id, i.number from unhandled_keys u join inbox i on i.key = u.key
    join traces t on t.workorder_id = i.workorder_id and t.number = i.number
    where not exists (select from inbox o where o.workorder_id = i.workorder_id and o.number = i.number
        and o.key not in (select key from unhandled_keys))
      and (t.node_id is distinct from (select f.node_id from traces f where f.workorder_id = i.workorder_id and f.number = 1)
        or not exists (select from inbox o join unhandled_keys s on s.key = o.key and s.may_start
          where o.workorder_id = i.workorder_id and o.number = i.number))
    limit ${maxUnattended + 1})`;

const columns = sql`t.workorder_id as "workorderId", t.number, o.code as "workorderCode", o.title,
  o.task_code as "taskCode", o.item_name as "itemName", t.node_name as "nodeName"`;
const tables = sql`unattended u join traces t on t.workorder_id = u.workorder_id and t.number = u.number
  join work_orders o on o.id = t.workorder_id`;
const longestFirst = sql`t.started_at, t.workorder_id, t.number`;

/** Lists the unattended tasks that have been open longest, for a hand-over. */
export async function listUnattendedTasks(db: Db, limit: number): Promise<TaskRow[]> {
  const { rows } = await sql<TaskRow>`${unattended} select ${columns}, false as held from ${tables}
    order by ${longestFirst} limit ${limit}`.execute(db);
  return rows;
}

export interface UnattendedRow extends Omit<TaskRow, 'held'> {
  startedAt: Date;
  candidateNames: string[];
}

/** Lists a page of the unattended tasks, longest open first, with their candidates. */
export async function pageOfUnattended(
  db: Db,
  { page, size }: { page: number; size: number },
): Promise<{ rows: UnattendedRow[]; total: number }> {
  const { rows } = await sql<{ rows: UnattendedRow[]; total: number }>`${unattended}
    select (select count(*)::int from unattended) as total, coalesce((select jsonb_agg(shown) from (
      select ${columns}, t.started_at as "startedAt", t.candidate_names as "candidateNames" from ${tables}
      order by ${longestFirst} limit ${size} offset ${(page - 1) * size}) shown), '[]') as rows`.execute(db);
  const { total = 0, rows: taskRows = [] } = rows[0] ?? {};
  return { total, rows: taskRows.map((row) => ({ ...row, startedAt: new Date(row.startedAt) })) };
}

export interface UnattendedCandidate {
  key: string;
  name: string;
  /** The organisation of a person; `inOffice` is true while the account is enabled. */
  orgName: string | null;
  inOffice: boolean;
  count: number;
  /** For a post: the departed people who had it. */
  leavers: { id: string; name: string; orgName: string }[];
}

/** Number of departed people listed for a post. */
const maxDepartedPeople = 3;

/**
 * Lists the absent candidates: departed people, people without the permission, vacant posts; most tasks
 * first.
 */
export async function listUnattendedCandidates(db: Db, limit: number): Promise<UnattendedCandidate[]> {
  const { rows } = await sql<UnattendedCandidate>`${unattended}
    select c.key, array(select jsonb_build_object('id', h.staff_id, 'name', h.name, 'orgName', h.org_name)
        from staff_rights h where not h.enabled and c.key = any(h.keys) and c.key not like 'staff:%'
        order by h.name, h.staff_id limit ${maxDepartedPeople}) as leavers, coalesce(max(r.name), max(c.name)) as name, max(r.org_name) as "orgName",
      coalesce(bool_or(r.enabled), false) as "inOffice", count(*)::int as count
    from ${tables} cross join lateral unnest(t.candidates, t.candidate_names) c(key, name)
    left join staff_rights r on c.key = 'staff:' || r.staff_id
    group by c.key order by (max(r.name) is null), count(*) desc, c.key limit ${limit}`.execute(db);
  return rows;
}
