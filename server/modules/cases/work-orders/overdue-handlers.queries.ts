import type { LocalDate } from '#domain/calendar/local-date.ts';
import { fragment } from '#server/kernel/database/fragment.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { hitsOf } from './combined-query.queries.ts';
import type { TermGroup } from './query-terms.ts';

/** The delay of the orders that wait for one person (`person`), or for the people of an organisation (`office`). */
export interface OverdueHandler {
  kind: 'person' | 'office';
  id: string;
  name: string;
  /** Name of the person's organisation; empty for an organisation. */
  orgName: string;
  /** Orders that wait for them, and those whose step is overdue. */
  open: number;
  overdue: number;
  /** Days of the longest delay, and the sum over the overdue orders. */
  longest: number;
  days: number;
}

/** The handlers and the step's due day of an order whose current state is not in the bitmap index. */
export interface UnindexedOrder {
  keys: readonly string[];
  dueOn: LocalDate | undefined;
}

/**
 * Lists people and organisations with overdue steps, the longest delay first, at most so many of each kind. An
 * order that several people may handle counts for each; an organisation includes those below it, as in the
 * combined query.
 */
export async function listOverdueHandlers(
  db: Db,
  groups: readonly TermGroup[],
  excluded: readonly number[],
  {
    unindexedOrders,
    today,
    maxHandlers,
  }: { unindexedOrders: readonly UnindexedOrder[]; today: LocalDate; maxHandlers: number },
): Promise<OverdueHandler[]> {
  if (groups.some((group) => group.length === 0)) return [];
  const freshKeys = unindexedOrders.flatMap(({ keys }, order) => keys.map((key) => ({ order, key })));
  const freshDays = unindexedOrders.map(({ dueOn }, order) => ({ order, dueOn }));
  const { rows } = await fragment<OverdueHandler>`
    with ${hitsOf(groups, { matching: [], notMatching: excluded })},
    late as materialized (
      select substr(t.term, 10)::date as day, chunk, t.bits & h.bits as bits
      from order_query_bits t join hits h using (chunk)
      where t.term like 'step-due:____-__-__' and substr(t.term, 10) < ${today}
    ),
    waiting as materialized (
      select substr(t.term, 11) as key, chunk, t.bits & h.bits as bits
      from order_query_bits t join hits h using (chunk) where t.term like 'waits-for:%'
    ),
    fresh_keys as (select f."order", f.key from jsonb_to_recordset(${JSON.stringify(freshKeys)}::jsonb) f("order" int, key text)),
    fresh_days as (
      select f."order", f."dueOn" as day from jsonb_to_recordset(${JSON.stringify(freshDays)}::jsonb) f("order" int, "dueOn" date)
      where f."dueOn" < ${today}::date
    ),
    wanted as (select key from waiting union select key from fresh_keys),
    keyed as materialized (
      select r.staff_id, r.org_id, k.key from staff_rights r cross join lateral unnest(r.keys) k(key)
      join wanted using (key) where r.enabled
    ),
    holders as materialized (
      select 'person' as kind, staff_id as id, key from keyed
      union
      select 'office', above.id, key from keyed join organisations below on below.id = keyed.org_id
      join organisations above on starts_with(below.path, above.path)
      where exists (select 1 from keyed direct where direct.org_id = above.id)
    ),
    sets as materialized (
      select kind, id, chunk, bit_or(bits) as bits from holders join waiting using (key) group by kind, id, chunk
    ),
    counted as (
      select kind, id, null::date as day, bit_count(bits) as found from sets
      union all select kind, id, l.day, bit_count(s.bits & l.bits) from sets s join late l using (chunk)
      union all select kind, id, null, count(distinct "order") from holders join fresh_keys using (key) group by kind, id
      union all select kind, id, day, count(distinct "order")
        from holders join fresh_keys using (key) join fresh_days using ("order") group by kind, id, day
    ),
    summed as (
      select kind, id, sum(found) filter (where day is null)::int as open,
        sum(found) filter (where day is not null)::int as overdue,
        max(${today}::date - day) filter (where found > 0)::int as longest,
        sum(found * (${today}::date - day))::int as days
      from counted group by kind, id
    ),
    ranked as (
      select *, row_number() over (partition by kind order by longest desc, overdue desc, days desc, id) as rank
      from summed where overdue > 0
    )
    select r.kind, r.id, coalesce(s.name, o.name) as name, coalesce(s.org_name, '') as "orgName", r.open, r.overdue,
      r.longest, r.days
    from ranked r left join staff_rights s on r.kind = 'person' and s.staff_id = r.id
    left join organisations o on r.kind = 'office' and o.id = r.id
    where r.rank <= ${maxHandlers} order by r.kind, r.rank`.execute(db);
  return rows;
}
