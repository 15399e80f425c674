import type { Insertable } from 'kysely';
import { type RawBuilder, sql } from 'kysely';
import type { substitutes } from '#contract/substitutes.ts';
import { administrativePermissions, Permission } from '#domain/access/actor.ts';
import type { SubstituteRuleState } from '#domain/substitutes/rule.ts';
import type { SortName } from '#server/framework/lists/sort-name.ts';
import { isPersonFoundBy } from '#server/kernel/database/find-by-name.ts';
import { readPage } from '#server/kernel/database/read-page.ts';
import type { SubstituteRulesTable } from '#server/kernel/database/tables.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';

export interface RulePerson {
  id: string;
  name: string;
  orgName: string;
}

export interface RuleRow {
  id: string;
  absent: RulePerson;
  substitute: RulePerson;
  startsOn: string;
  endsOn: string;
  items: { taskCode: string; name: string }[];
  /** True if the rule also covers tasks that were open before it began. */
  takesOpen: boolean;
  reason: string;
  setByName: string;
  begunAt: Date | null;
  endedAt: Date | null;
  endedByName: string | null;
}

const person = (staff: string, org: string): RawBuilder<unknown> =>
  sql`jsonb_build_object('id', ${sql.ref(`${staff}.id`)}, 'name', ${sql.ref(`${staff}.name`)}, 'orgName', ${sql.ref(`${org}.name`)})`;

const columns = sql`r.id, ${person('a', 'ao')} as absent, ${person('s', 'so')} as substitute,
  to_char(r.starts_on, 'YYYY-MM-DD') as "startsOn", to_char(r.ends_on, 'YYYY-MM-DD') as "endsOn",
  coalesce((select jsonb_agg(jsonb_build_object('taskCode', code, 'name', coalesce(
      (select b.name from business_items b where b.task_code = code and b.current), code)) order by code)
    from unnest(r.task_codes) code), '[]') as items,
  r.since is null as "takesOpen", r.reason, r.set_by_name as "setByName", r.begun_at as "begunAt",
  r.ended_at as "endedAt", r.ended_by_name as "endedByName"`;

const tables = sql`substitute_rules r
  join staff a on a.id = r.absent_id join organisations ao on ao.id = a.org_id
  join staff s on s.id = r.substitute_id join organisations so on so.id = s.org_id`;

/** Lists the newest rules of a person as absent or as substitute, by their first day. */
export async function listRulesOf(
  db: Db,
  side: 'absent_id' | 'substitute_id',
  staffId: string,
  limit: number,
): Promise<RuleRow[]> {
  const { rows } = await sql<RuleRow>`select ${columns} from ${tables}
    where ${sql.ref(`r.${side}`)} = ${staffId} order by r.starts_on desc, r.id desc limit ${limit}`.execute(
    db,
  );
  return rows;
}

export interface RuleFilter {
  keyword?: string | undefined;
  state?: SubstituteRuleState | undefined;
  today: string;
  sort: keyof typeof sortSources;
  order?: 'asc' | 'desc' | undefined;
  page: number;
  size: number;
}

const sortSources: Record<SortName<typeof substitutes.all>, RawBuilder<unknown>> = {
  createdAt: sql`r.created_at`,
};

export function listAllRules(db: Db, { keyword, state, today, sort, order = 'desc', ...page }: RuleFilter) {
  const conditions = [sql`true`];
  if (keyword)
    conditions.push(
      sql`exists (select from staff st where st.id in (a.id, s.id) and ${isPersonFoundBy(keyword)})`,
    );
  if (state === 'past') conditions.push(sql`(r.ended_at is not null or r.ends_on < ${today}::date)`);
  else if (state) {
    const begins =
      state === 'planned' ? sql`r.starts_on > ${today}::date` : sql`r.starts_on <= ${today}::date`;
    conditions.push(sql`r.ended_at is null and r.ends_on >= ${today}::date and ${begins}`);
  }
  const from = sql`${tables} where ${sql.join(conditions, sql` and `)}`;
  const direction = order === 'asc' ? sql`asc` : sql`desc`;
  const sorted = sql`${sortSources[sort]} ${direction}, r.id ${direction}`;
  return readPage<RuleRow>(db, { columns, from, order: sorted }, page);
}

/** Locks a rule that is not over, until the transaction ends. */
export async function lockRule(tx: Tx, id: string): Promise<RuleRow | undefined> {
  await sql`select from substitute_rules where id = ${id} for update`.execute(tx);
  const { rows } = await sql<RuleRow>`select ${columns} from ${tables}
    where r.id = ${id} and r.ended_at is null`.execute(tx);
  return rows[0];
}

/** Locks people, so that of several rules for the same people each is checked against the earlier ones. */
export async function lockPeople(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`select from staff where id = any(${[...ids]}::text[]) order by id for no key update`.execute(tx);
}

export interface RulePersonFacts {
  id: string;
  name: string;
  isInService: boolean;
  permissions: string[];
}

export async function findPerson(db: Db, id: string): Promise<RulePersonFacts | undefined> {
  const { rows } = await sql<RulePersonFacts>`
    select staff_id as id, name, enabled as "isInService", permissions from staff_rights where staff_id = ${id}`.execute(
    db,
  );
  return rows[0];
}

/** Lists rules by which any of these people are absent, from a given day on. */
export async function listActiveRules(db: Db, ids: readonly string[], today: string) {
  const { rows } = await sql<{
    absentId: string;
    substituteName: string;
    startsOn: string;
    endsOn: string;
    taskCodes: string[];
  }>`select r.absent_id as "absentId", s.name as "substituteName", to_char(r.starts_on, 'YYYY-MM-DD') as "startsOn",
      to_char(r.ends_on, 'YYYY-MM-DD') as "endsOn", coalesce(r.task_codes, '{}') as "taskCodes"
    from substitute_rules r join staff s on s.id = r.substitute_id
    where r.absent_id = any(${[...ids]}::text[]) and r.ended_at is null and r.ends_on >= ${today}::date`.execute(
    db,
  );
  return rows;
}

/** Lists rules by which this person is or will be absent and that have not ended. */
export async function listUnfinishedRules(tx: Tx, staffId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from substitute_rules
    where absent_id = ${staffId} and ended_at is null order by id`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Lists the people whom the absent person of a rule substitutes on one of its days, each once, with the name of
 * the absent person and the days of the rule.
 */
export async function listPeopleSubstitutedBy(db: Db, id: string) {
  const { rows } = await sql<{ staffId: string; name: string; startsOn: string; endsOn: string }>`
    select distinct left_one.absent_id as "staffId", a.name, to_char(r.starts_on, 'YYYY-MM-DD') as "startsOn",
      to_char(r.ends_on, 'YYYY-MM-DD') as "endsOn"
    from substitute_rules r join staff a on a.id = r.absent_id
    join substitute_rules left_one on left_one.substitute_id = r.absent_id and left_one.ended_at is null
      and left_one.starts_on <= r.ends_on and left_one.ends_on >= r.starts_on
    where r.id = ${id} order by 1`.execute(db);
  return rows;
}

export async function listUnknownItems(db: Db, taskCodes: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`select code from unnest(${[...taskCodes]}::text[]) code
    where not exists (select from business_items b where b.task_code = code and b.current)`.execute(db);
  return rows.map(({ code }) => code);
}

export async function insertRule(tx: Tx, row: Insertable<SubstituteRulesTable>): Promise<void> {
  await tx.insertInto('substitute_rules').values(row).execute();
}

export async function endRule(tx: Tx, id: string, at: Date, byName: string | null): Promise<void> {
  await tx
    .updateTable('substitute_rules')
    .set({ ended_at: at, ended_by_name: byName })
    .where('id', '=', id)
    .execute();
}

export async function markBegun(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.updateTable('substitute_rules').set({ begun_at: at }).where('id', '=', id).execute();
}

/**
 * Lists rules that must be begun or ended on that day, and those whose substitute is unavailable.
 */
export async function listDueRules(db: Db, today: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select r.id from substitute_rules r
    join staff_rights s on s.staff_id = r.substitute_id
    where r.ended_at is null and (r.ends_on < ${today}::date or (r.begun_at is null and r.starts_on <= ${today}::date)
      or not s.enabled or not ${Permission.handle} = any(s.permissions) or s.permissions && ${[...administrativePermissions]}::text[])
    order by r.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Lists the substitutes of any of these people on a day, with their first day and their items. */
export async function listSubstitutes(db: Db, absentIds: readonly string[], today: string) {
  const { rows } = await sql<{
    absentId: string;
    absentName: string;
    substituteId: string;
    permissions: string[];
    taskCodes: string[] | null;
    since: Date | null;
    until: Date | null;
  }>`select r.absent_id as "absentId", a.name as "absentName", r.substitute_id as "substituteId", s.permissions,
      r.task_codes as "taskCodes", r.since, a.disabled_at as until
    from substitute_rules r join staff a on a.id = r.absent_id
    join staff_rights s on s.staff_id = r.substitute_id and s.enabled
    where r.absent_id = any(${[...absentIds]}::text[]) and r.ended_at is null
      and r.starts_on <= ${today}::date and r.ends_on >= ${today}::date
    order by r.absent_id, r.id`.execute(db);
  return rows;
}

/** Lists current and future rules of a person as absent or as substitute, by their first day. */
export async function listActiveRulesOf(db: Db, staffId: string, today: string) {
  const { rows } = await sql<{ absentName: string; substituteName: string }>`
    select a.name as "absentName", s.name as "substituteName"
    from substitute_rules r join staff a on a.id = r.absent_id join staff s on s.id = r.substitute_id
    where ${staffId} in (r.absent_id, r.substitute_id) and r.ended_at is null and r.ends_on >= ${today}::date
    order by r.starts_on, r.id`.execute(db);
  return rows;
}
