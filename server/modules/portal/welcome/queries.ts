import { sql } from 'kysely';
import type { Db } from '#server/kernel/database/transaction.ts';

/** Maximum number of people, which is more than a demo has; a database for measurements has too many for one page. */
const maxPeople = 200;

/** Limit for counting a person's tasks: callers need not be signed in, so the query must be cheap. */
const maxTodo = 1_000;

/** A person who can sign in, with the person's posts and the number of waiting tasks. */
export interface GuideRow {
  account: string;
  name: string;
  title: string;
  orgName: string;
  departmentName: string | null;
  areaName: string | null;
  permissions: string[];
  /** Names of posts, groups and windows, each in the order of their lists. */
  positions: string[];
  groups: string[];
  windows: string[];
  todo: number;
  drafts: number;
}

/** Returns the name of the first organisation at the top of the tree. */
export async function findRootName(db: Db): Promise<string | undefined> {
  const root = await db
    .selectFrom('organisations')
    .select('name')
    .where('parent_id', 'is', null)
    .orderBy('sort_by')
    .limit(1)
    .executeTakeFirst();
  return root?.name;
}

/** Lists the people who can sign in, by their offices. */
export async function listPeople(db: Db): Promise<GuideRow[]> {
  const { rows } = await sql<GuideRow>`
    select held.account, held.name, person.title, held.org_name as "orgName", department.name as "departmentName",
      (select area.name from areas area where area.code = held.area_code order by area.level desc limit 1) as "areaName",
      held.permissions,
      array(select post.name from staff_positions mine join positions post on post.id = mine.position_id
        where mine.staff_id = person.id order by post.sort_by) as positions,
      array(select team.name from staff_groups mine join user_groups team on team.id = mine.group_id
        where mine.staff_id = person.id order by team.sort_by) as groups,
      array(select counter.name from staff_windows mine join windows counter on counter.id = mine.window_id
        where mine.staff_id = person.id order by counter.sort_by) as windows,
      (select count(distinct (task.workorder_id, task.number))::int from (
        select workorder_id, number from inbox where key = any(held.keys) limit ${maxTodo}::int) task) as todo,
      (select count(*)::int from drafts draft where draft.staff_id = person.id) as drafts
    from staff_rights held
    join staff person on person.id = held.staff_id
    join organisations office on office.id = person.org_id
    left join organisations department on department.id = person.department_id
    where held.enabled
    order by office.sort_by, office.id, department.sort_by nulls first, person.id
    limit ${maxPeople}`.execute(db);
  return rows;
}
