import { type RawBuilder, sql } from 'kysely';
import type { sessions } from '#contract/sign-ins.ts';
import type { SortName } from '#server/framework/lists/sort-name.ts';
import { isPersonFoundBy } from '#server/kernel/database/find-by-name.ts';
import { readPage } from '#server/kernel/database/read-page.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';
import { sessionHours } from './queries.ts';

export interface ListedSession {
  id: string;
  staffId: string;
  account: string;
  name: string;
  orgName: string;
  loginType: string;
  address: string;
  userAgent: string;
  createdAt: Date;
  seenAt: Date;
  living: boolean;
  endReason: string | null;
}

function isActive(now: Date) {
  const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  return sql`s.ended_at is null and s.seen_at > ${ago(sessionHours.idle)}
    and s.created_at > ${ago(sessionHours.absolute)} and st.disabled_at is null`;
}

const columns = sql`s.id, s.staff_id as "staffId", st.account, st.name, o.name as "orgName",
  s.login_type as "loginType", s.address, s.user_agent as "userAgent", s.created_at as "createdAt",
  s.seen_at as "seenAt", s.end_reason as "endReason"`;
const tables = sql`sessions s join staff st on st.id = s.staff_id join organisations o on o.id = st.org_id`;

const sortSources: Record<SortName<typeof sessions.list>, RawBuilder<unknown>> = {
  seenAt: sql`s.seen_at`,
  createdAt: sql`s.created_at`,
};

/** Returns a page of all people's sessions of the last month. */
export function listAllSessions(
  db: Db,
  filter: {
    keyword?: string;
    state: 'living' | 'ended';
    sort?: keyof typeof sortSources;
    order?: 'asc' | 'desc';
    page: number;
    size: number;
  },
  now: Date,
) {
  const { keyword, state } = filter;
  const conditions = [state === 'living' ? isActive(now) : sql`not (${isActive(now)})`];
  if (keyword) conditions.push(sql`(${isPersonFoundBy(keyword)} or starts_with(s.address, ${keyword}))`);
  return readPage<ListedSession>(
    db,
    {
      columns: sql`${columns}, ${isActive(now)} as living`,
      from: sql`${tables} where ${sql.join(conditions, sql` and `)}`,
      order: sql`${sortSources[filter.sort ?? 'seenAt']} ${filter.order === 'asc' ? sql`asc` : sql`desc`}, s.id`,
    },
    filter,
  );
}

/** Locks an active session until the transaction ends. */
export async function lockActiveSession(
  tx: Tx,
  id: string,
  now: Date,
): Promise<{ id: string; staffId: string; account: string } | undefined> {
  const { rows } = await sql<{ id: string; staffId: string; account: string }>`
    select s.id, s.staff_id as "staffId", st.account from ${tables}
    where s.id = ${id} and ${isActive(now)} for update of s`.execute(tx);
  return rows[0];
}

export async function findAccount(db: Db, staffId: string): Promise<string | undefined> {
  const found = await db.selectFrom('staff').select('account').where('id', '=', staffId).executeTakeFirst();
  return found?.account;
}

/**
 * A kind of failure counter: the prefix of its names, the number of failures that fills it, and the range in
 * which a window must have begun.
 */
export interface Counter {
  prefix: string;
  limit: number;
  earliestStart: Date;
  latestStart: Date;
}

/** Lists people with a full failure counter. */
export async function listLockedStaff(db: Db, counters: readonly Counter[]): Promise<string[]> {
  const fullBuckets = counters.map(
    ({ prefix, limit, earliestStart, latestStart }) =>
      sql`select bucket from rate_limits where starts_with(bucket, ${prefix})
        and window_started_at > ${earliestStart} and window_started_at <= ${latestStart} and hits >= ${limit}`,
  );
  const { rows } = await sql<{ id: string }>`
    with full_counters as materialized (${sql.join(fullBuckets, sql` union all `)})
    select distinct st.id from full_counters f join staff st on
      starts_with(f.bucket, 'login:pair:' || replace(replace(st.account, '%', '%25'), ':', '%3A') || ':')
      or f.bucket in ('login:account:' || st.account, 'login:code:account:' || st.account,
        'password:' || st.id, 'code-day:' || st.id)
    union
    select d.staff_id from full_counters f join device_tokens d
      on f.bucket in ('login:device:' || d.token_hash, 'login:code:device:' || d.token_hash)`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Returns the prefix of an account's counters at single addresses. A typed account may contain colons, which are
 * escaped: otherwise `zhang:x` would count as `zhang`, who would be shown as locked out.
 */
export const addressCounterPrefix = (account: string): string =>
  `login:pair:${account.replaceAll('%', '%25').replaceAll(':', '%3A')}:`;

/** Deletes every failure counter of one person. */
export async function deleteFailureCounters(tx: Tx, person: { id: string; account: string }): Promise<void> {
  await sql`delete from rate_limits where starts_with(bucket, ${addressCounterPrefix(person.account)})
    or bucket in (${`login:account:${person.account}`}, ${`login:code:account:${person.account}`},
      ${`password:${person.id}`}, ${`code:${person.id}`}, ${`code-day:${person.id}`})
    or bucket in (select kind || token_hash from device_tokens, unnest(array['login:device:', 'login:code:device:']) kind
      where staff_id = ${person.id})`.execute(tx);
}
