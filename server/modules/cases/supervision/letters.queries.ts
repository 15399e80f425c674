import type { Actor } from '#domain/access/actor.ts';
import type { SupervisionTab } from '#domain/lists/supervision-tabs.ts';
import type { SupervisionCard } from '#domain/records/card-rule.ts';
import { type Fragment, fragment, joinFragments } from '#server/kernel/database/fragment.ts';
import { likePattern } from '#server/kernel/database/like.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { readableBy } from '#server/modules/cases/work-orders/service.ts';

export interface LetterFilters {
  tab: SupervisionTab;
  keyword?: string | undefined;
  card?: SupervisionCard | undefined;
  from?: Date | undefined;
  until?: Date | undefined;
}

export interface LetterRow {
  workorder_id: string;
  code: string;
  title: string;
  item_name: string;
  org_name: string;
  handler_names: string;
  card: SupervisionCard;
  state: string;
  number: number;
  is_letter: boolean;
  is_open: boolean;
  due_at: Date | null;
  opened_at: Date;
  changed_at: Date;
  opened_by: string;
}

/** Largest number of rows that a list counts. */
const countCap = 10_001;

/**
 * The rows of the page: every supervision letter, and the demanded cards of steps that are still open with the
 * same due date and whose order has no open letter.
 */
const letters = fragment`select r.workorder_id, r.number, true as is_letter, r.is_open, r.state, r.data ->> 'card' as card,
    (r.data ->> 'answerDue')::timestamptz as due_at, r.opened_at, r.changed_at, r.opened_by
  from side_records r where r.kind = 'supervision'`;
const demands = fragment`select d.workorder_id, d.number, false, true, 'demanded', d.card, d.due_at, d.demanded_at, d.demanded_at, ''
  from demanded_cards d join traces t on t.workorder_id = d.workorder_id and t.number = d.number
  where d.settled_at is null and t.handler_status = 0 and t.due_at = d.due_at`;
const rowsOfTab: Record<SupervisionTab, Fragment> = {
  all: fragment`${letters} union all ${demands}`,
  demanded: demands,
  open: fragment`${letters} and r.is_open and r.state <> 'answered'`,
  answered: fragment`${letters} and r.is_open and r.state = 'answered'`,
  settled: fragment`${letters} and not r.is_open`,
};
const columns = fragment`(workorder_id, number, is_letter, is_open, state, card, due_at, opened_at, changed_at, opened_by)`;

function conditions(actor: Actor, { keyword, card, from, until }: LetterFilters): Fragment {
  const parts = [readableBy(actor)];
  if (keyword !== undefined && keyword !== '')
    parts.push(
      fragment`(o.code like ${`${likePattern(keyword)}%`} or o.title ilike ${`%${likePattern(keyword)}%`})`,
    );
  if (card !== undefined) parts.push(fragment`x.card = ${card}`);
  if (from !== undefined) parts.push(fragment`x.opened_at >= ${from}`);
  if (until !== undefined) parts.push(fragment`x.opened_at <= ${until}`);
  return joinFragments(parts, ' and ');
}

/** Reads a page: demanded cards first, then open letters by the limit to answer, then settled ones, newest first. */
export async function listLetters(
  db: Db,
  actor: Actor,
  filters: LetterFilters,
  { limit, offset, newestFirst }: { limit: number; offset: number; newestFirst?: boolean },
): Promise<LetterRow[]> {
  const order = newestFirst
    ? fragment`x.opened_at desc`
    : fragment`x.is_letter, x.is_open desc, case when x.is_open then x.due_at end, x.changed_at desc`;
  const { rows } = await fragment<LetterRow>`
    select x.workorder_id, x.number, x.is_letter, x.is_open, x.state, x.card, x.due_at, x.opened_at, x.changed_at,
      coalesce((select s.name from staff s where s.id = x.opened_by), '') as opened_by,
      o.code, o.title, o.item_name, o.org_name,
      coalesce((select string_agg(distinct n.name, '、') from traces t, unnest(t.candidate_names) n (name)
        where t.workorder_id = o.id and t.handler_status = 0), '') as handler_names
    from (${rowsOfTab[filters.tab]}) x ${columns} join work_orders o on o.id = x.workorder_id
    where ${conditions(actor, filters)}
    order by ${order}, x.workorder_id, x.number limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export async function countLetters(db: Db, actor: Actor, filters: LetterFilters): Promise<number> {
  const { rows } = await fragment<{ count: number }>`
    select count(*)::int as count from (
      select from (${rowsOfTab[filters.tab]}) x ${columns} join work_orders o on o.id = x.workorder_id
      where ${conditions(actor, filters)} limit ${countCap}
    ) found`.execute(db);
  return rows[0]?.count ?? 0;
}

export interface LetterFigures {
  demanded: number;
  awaiting: number;
  late: number;
  answered: number;
  settled: number;
  yellowNow: number;
  yellowBefore: number;
  redNow: number;
  redBefore: number;
  inTime: number;
  answeredOrDue: number;
}

/** Counts the letters of this month and of the one before, and the work that waits now. */
export async function countLetterFigures(
  db: Db,
  actor: Actor,
  { lastMonth, thisMonth, now }: { lastMonth: Date; thisMonth: Date; now: Date },
): Promise<LetterFigures> {
  const { rows } = await fragment<LetterFigures>`
    with mine as (
      select x.*, d.answered_at, d.is_late
      from (${letters}) x join work_orders o on o.id = x.workorder_id
      join side_records s on s.workorder_id = x.workorder_id and s.number = x.number
      cross join lateral (select (s.data #>> '{answer,at}')::timestamptz as answered_at,
        coalesce((s.data ->> 'isLate')::boolean, false) as is_late) d
      where ${readableBy(actor)}
    )
    select (select count(*)::int from (${demands}) x ${columns} join work_orders o on o.id = x.workorder_id
        where ${readableBy(actor)}) as demanded,
      count(*) filter (where is_open and state <> 'answered')::int as awaiting,
      count(*) filter (where is_open and state <> 'answered' and due_at < ${now})::int as late,
      count(*) filter (where is_open and state = 'answered')::int as answered,
      count(*) filter (where not is_open)::int as settled,
      count(*) filter (where card = 'yellow' and opened_at >= ${thisMonth})::int as "yellowNow",
      count(*) filter (where card = 'yellow' and opened_at >= ${lastMonth} and opened_at < ${thisMonth})::int as "yellowBefore",
      count(*) filter (where card = 'red' and opened_at >= ${thisMonth})::int as "redNow",
      count(*) filter (where card = 'red' and opened_at >= ${lastMonth} and opened_at < ${thisMonth})::int as "redBefore",
      count(*) filter (where answered_at >= ${thisMonth} and not is_late and answered_at <= due_at)::int as "inTime",
      count(*) filter (where answered_at >= ${thisMonth}
        or (state <> 'waived' and answered_at is null and due_at >= ${thisMonth} and due_at < ${now}))::int as "answeredOrDue"
    from mine`.execute(db);
  const [figures] = rows;
  if (!figures) throw new Error('The figures of supervision letters are missing');
  return figures;
}

/** The open step whose limit ended first, and the due date of the order. */
export async function findLateness(
  db: Db,
  workorderId: string,
  now: Date,
): Promise<{ dueAt: Date | null; lateNode: string | null; lateSince: Date | null } | undefined> {
  const { rows } = await fragment<{ dueAt: Date | null; lateNode: string | null; lateSince: Date | null }>`
    select o.due_at as "dueAt", t.node_name as "lateNode", t.due_at as "lateSince"
    from work_orders o left join lateral (
      select node_name, due_at from traces
      where workorder_id = o.id and handler_status = 0 and due_at < ${now} order by due_at, number limit 1) t on true
    where o.id = ${workorderId}::uuid`.execute(db);
  return rows[0];
}
