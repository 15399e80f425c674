import type { Actor } from '#domain/access/actor.ts';
import { copiedColumns, orderColumns } from '#domain/lists/order-columns.ts';
import { type Fragment, fragment, plainText } from '#server/kernel/database/fragment.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { orderByPart, type RecordOf, selectOf } from './columns.ts';
import {
  allOf,
  countCap,
  dateParts,
  type ListFilters,
  type ListPage,
  type ListRecord,
  noFilters,
  orderFacts,
  orderParts,
} from './lists.queries.ts';
import { overdueSources } from './overdue-sources.queries.ts';

export type CopiedRecord = ListRecord &
  RecordOf<typeof copiedColumns> & { number: number; note: string; read_at: Date | null };

const copiedSelect = fragment`${orderFacts}, m.number, r.opinion as note, m.read_at, ${selectOf(
  { ...orderColumns, ...copiedColumns },
  { ...overdueSources, by_name: fragment`r.handler_name`, copied_at: fragment`m.copied_at` },
)}`;

type Reader = Pick<Actor, 'staffId' | 'keys'>;

/**
 * Number of newest copies of each key among which the unread ones are shown first and counted; older ones are
 * sorted by time. Unread copies are found only by reading each copy, so that without a limit every list of a
 * person who has read all would read all copies ever made (docs/decisions/0099).
 */
const recentCopiesPerKey = 1_000;

/**
 * Selects the newest, or oldest, copies of each key from the index alone, without those that the person sent.
 */
function copiesByIndex(
  { staffId, keys }: Reader,
  filters: ListFilters,
  bounds: { direction: 'asc' | 'desc'; limit: number; recent: boolean },
): Fragment {
  const direction = plainText(bounds.direction);
  const order = plainText(bounds.direction === 'desc' ? 'asc' : 'desc');
  return fragment`
    select w.*, ${plainText(String(bounds.recent))} as recent
    from unnest(${[...new Set(keys)]}::text[]) as mine(key) cross join lateral (
      select c.workorder_id, c.number, c.copied_at from work_order_copies c
      where c.key = mine.key and c.sent_by <> ${staffId} and ${allOf(dateParts(fragment`c.copied_at`, filters))}
      order by c.copied_at ${direction}, c.workorder_id ${order}, c.number ${order}
      limit ${plainText(String(bounds.limit))}
    ) w`;
}

/** Selects all copies of the keys whose order matches the filters, by the indexes of the orders. */
function copiesByOrder(
  { staffId, keys }: Reader,
  filters: ListFilters,
  orderConditions: readonly Fragment[],
): Fragment {
  return fragment`
    select c.workorder_id, c.number, c.copied_at, true as recent
    from work_order_copies c join work_orders o on o.id = c.workorder_id
    where c.key = any(${[...new Set(keys)]}::text[]) and c.sent_by <> ${staffId}
      and ${allOf([...dateParts(fragment`c.copied_at`, filters), ...orderConditions])}`;
}

/** Selects the copies, each once, with the time when the person read it. */
function withReadTimes(copies: Fragment, { staffId }: Reader): Fragment {
  return fragment`(
    select u.workorder_id, u.number, u.copied_at, u.recent, g.read_at
    from (select workorder_id, number, copied_at, bool_or(recent) as recent from (${copies}) w group by 1, 2, 3) u
    left join lateral (
      select g.read_at from copy_readings g
      where g.workorder_id = u.workorder_id and g.number = u.number and g.staff_id = ${staffId} limit 1
    ) g on true
  )`;
}

function readCondition(unread: boolean | undefined): Fragment {
  if (unread === undefined) return fragment`true`;
  return unread ? fragment`m.read_at is null` : fragment`m.read_at is not null`;
}

/**
 * Checks whether the list is sorted by the time of the copy, which has an index; sorting by other columns reads the
 * whole list, up to `countCap` rows.
 */
export function areCopiesSortedByIndex(sort: string | undefined): sort is 'copiedAt' | undefined {
  return sort === undefined || sort === 'copiedAt';
}

/** Lists a page of the copies to this person: unread first, then as requested. */
export async function listCopiesTo(
  db: Db,
  reader: Reader,
  filters: ListFilters,
  page: ListPage & { unread?: boolean },
): Promise<CopiedRecord[]> {
  const { rows } = await copiesStatement(reader, filters, page).execute(db);
  return rows;
}

export function copiesStatement(
  reader: Reader,
  filters: ListFilters,
  page: ListPage & { unread?: boolean },
): Fragment<CopiedRecord> {
  const { descending, unread, limit, offset, sort } = page;
  if (!areCopiesSortedByIndex(sort)) return sortedCopiesStatement(reader, filters, { ...page, sort });
  const orderConditions = orderParts(filters);
  // The rows of a key that are skipped for the page may include the recent ones, which are before it.
  const rest = unread === undefined ? offset + limit + recentCopiesPerKey : countCap;
  const copies =
    orderConditions.length > 0
      ? copiesByOrder(reader, filters, orderConditions)
      : fragment`${copiesByIndex(reader, filters, { direction: 'desc', limit: recentCopiesPerKey, recent: true })}
        union all ${copiesByIndex(reader, filters, { direction: descending ? 'desc' : 'asc', limit: rest, recent: false })}`;
  const direction = plainText(descending ? 'desc' : 'asc');
  const order = fragment`(m.recent and m.read_at is null) desc, m.copied_at ${direction}, m.workorder_id, m.number ${direction}`;
  return fragment<CopiedRecord>`
    with shown as materialized (
      select m.* from ${withReadTimes(copies, reader)} m where ${readCondition(unread)}
      order by ${order} limit ${limit} offset ${offset}
    )
    select ${copiedSelect} from shown m
    join work_order_records r on r.workorder_id = m.workorder_id and r.number = m.number
    join work_orders o on o.id = m.workorder_id
    order by ${order}`;
}

function sortedCopiesStatement(
  reader: Reader,
  filters: ListFilters,
  { descending, now, unread, limit, offset, sort }: ListPage & { unread?: boolean; sort: string },
): Fragment<CopiedRecord> {
  return fragment<CopiedRecord>`
    select ${copiedSelect} from ${withReadTimes(copiesByOrder(reader, filters, orderParts(filters)), reader)} m
    join work_order_records r on r.workorder_id = m.workorder_id and r.number = m.number
    join work_orders o on o.id = m.workorder_id
    where ${readCondition(unread)}
    order by ${orderByPart(copiedColumns, sort, { descending, now, sources: overdueSources })}, m.workorder_id, m.number
    limit ${limit} offset ${offset}`;
}

/** Counts the copies to this person, up to `countCap`, among the newest of each key; with filters, among all. */
export async function countCopiesTo(
  db: Db,
  reader: Reader,
  filters: ListFilters,
  unread: boolean | undefined,
): Promise<number> {
  const orderConditions = orderParts(filters);
  const copies =
    orderConditions.length > 0
      ? copiesByOrder(reader, filters, orderConditions)
      : copiesByIndex(reader, filters, { direction: 'desc', limit: countCap, recent: true });
  const counted =
    unread === undefined
      ? fragment`(select distinct w.workorder_id, w.number from (${copies}) w)`
      : withReadTimes(copies, reader);
  return await totalOf(
    db,
    fragment`${counted} m where ${readCondition(unread)} limit ${plainText(String(countCap))}`,
  );
}

/** Counts the unread copies among the recent ones, up to `cap`. */
export function countUnreadCopies(db: Db, reader: Reader, cap: number): Promise<number> {
  const bounds = { direction: 'desc', limit: recentCopiesPerKey, recent: true } as const;
  const copies = copiesByIndex(reader, noFilters, bounds);
  return totalOf(db, fragment`${withReadTimes(copies, reader)} m where ${readCondition(true)} limit ${cap}`);
}

async function totalOf(db: Db, counted: Fragment): Promise<number> {
  const { rows } = await fragment<{ total: number }>`
    select count(*)::int as total from (select from ${counted}) z`.execute(db);
  return rows[0]?.total ?? 0;
}
