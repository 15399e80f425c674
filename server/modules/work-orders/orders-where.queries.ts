import { orderColumns } from '#domain/lists/order-columns.ts';
import { type Fragment, fragment, plainText } from '#server/database/fragment.ts';
import type { Db } from '#server/database/transaction.ts';
import { selectOf } from './columns.ts';
import {
  all,
  between,
  countCap,
  type ListFilters,
  type ListPage,
  type ListRecord,
  orderFacts,
  orderParts,
} from './lists.queries.ts';

const select = fragment`${orderFacts}, ${selectOf(orderColumns, {})}`;

const conditions = (where: readonly Fragment[], filters: ListFilters): Fragment =>
  all([...where, ...between(fragment`o.started_at`, filters), ...orderParts(filters)]);

/** Orders `o` that fulfil these conditions beside the filters, the newest first unless asked otherwise. */
export async function listOrdersWhere(
  db: Db,
  where: readonly Fragment[],
  filters: ListFilters,
  page: ListPage,
): Promise<ListRecord[]> {
  const direction = plainText(page.descending ? 'desc' : 'asc');
  const { rows } = await fragment<ListRecord>`
    select ${select} from work_orders o where ${conditions(where, filters)}
    order by o.started_at ${direction}, o.id ${direction} limit ${page.limit} offset ${page.offset}`.execute(
    db,
  );
  return rows;
}

/** As `listOrdersWhere`, counted to the cap of all lists. */
export async function countOrdersWhere(
  db: Db,
  where: readonly Fragment[],
  filters: ListFilters,
): Promise<number> {
  const { rows } = await fragment<{ total: number }>`
    select count(*)::int as total from (
      select from work_orders o where ${conditions(where, filters)} limit ${countCap}
    ) z`.execute(db);
  return rows[0]?.total ?? 0;
}
