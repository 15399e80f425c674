import { queryColumns } from '#domain/lists/query-columns.ts';
import { type Fragment, fragment, plainText } from '#server/kernel/database/fragment.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { orderByPart, type RecordOf, selectOf } from './columns.ts';
import {
  allOf,
  countCap,
  dateParts,
  type ListFilters,
  type ListPage,
  type OrderFacts,
  orderFacts,
  orderParts,
} from './lists.queries.ts';
import { overdueSources } from './overdue-sources.queries.ts';

export type QueriedRecord = RecordOf<typeof queryColumns> & OrderFacts;

/** Columns that are selected of an order `o` for the combined query and for the lists of statistics. */
export const queriedSelect = fragment`${orderFacts}, ${selectOf(queryColumns, {
  ...overdueSources,
  node_name: fragment`coalesce((select string_agg(distinct t.node_name, '、') from traces t
    where t.workorder_id = o.id and t.handler_status = 0), '')`,
})}`;

/** Checks whether a list is sorted by time; by another column it is read whole, up to `countCap` rows. */
export function isSortedByTime(sort: string | undefined): sort is 'startedAt' | undefined {
  return sort === undefined || sort === 'startedAt';
}

/** Returns the `order by` for orders `o` that are selected in this way. */
export function queriedOrder({
  sort,
  descending,
  now,
}: Pick<ListPage, 'sort' | 'descending' | 'now'>): Fragment {
  if (!isSortedByTime(sort))
    return fragment`${orderByPart(queryColumns, sort, { descending, now, sources: overdueSources })}, o.id`;
  const direction = plainText(descending ? 'desc' : 'asc');
  return fragment`o.started_at ${direction}, o.id ${direction}`;
}

const allConditions = (where: readonly Fragment[], filters: ListFilters): Fragment =>
  allOf([...where, ...dateParts(fragment`o.started_at`, filters), ...orderParts(filters)]);

/**
 * Returns the statement that lists orders `o` that fulfil these conditions and the filters, newest first unless
 * requested otherwise.
 */
export function filteredOrdersStatement(
  where: readonly Fragment[],
  filters: ListFilters,
  page: ListPage,
): Fragment<QueriedRecord> {
  return fragment<QueriedRecord>`
    select ${queriedSelect} from work_orders o where ${allConditions(where, filters)}
    order by ${queriedOrder(page)} limit ${page.limit} offset ${page.offset}`;
}

/** Lists the orders of `filteredOrdersStatement`. */
export async function listFilteredOrders(
  db: Db,
  where: readonly Fragment[],
  filters: ListFilters,
  page: ListPage,
): Promise<QueriedRecord[]> {
  return (await filteredOrdersStatement(where, filters, page).execute(db)).rows;
}

/** Counts the orders of `filteredOrdersStatement` up to the cap of all lists. */
export async function countFilteredOrders(
  db: Db,
  where: readonly Fragment[],
  filters: ListFilters,
): Promise<number> {
  const { rows } = await fragment<{ total: number }>`
    select count(*)::int as total from (
      select from work_orders o where ${allConditions(where, filters)} limit ${countCap}
    ) z`.execute(db);
  return rows[0]?.total ?? 0;
}
