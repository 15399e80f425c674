import { doneColumns, initiatedColumns, orderColumns } from '#domain/lists/order-columns.ts';
import { type Fragment, fragment, plainText } from '#server/kernel/database/fragment.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { orderByPart, type RecordOf, selectOf } from './columns.ts';
import {
  allOf,
  countCap,
  type DoneRecord,
  dateParts,
  type ListFilters,
  type ListPage,
  type ListRecord,
  orderFacts,
  orderParts,
} from './lists.queries.ts';
import { overdueSources } from './overdue-sources.queries.ts';

/** Queries for the orders that a person has handled, and for those that the person initiated. */

export type InitiatedRecord = ListRecord & RecordOf<typeof initiatedColumns>;

/** The indexed sort column of each list; by any other the list is read whole, up to `countCap` rows. */
const indexedSort = { done: 'handledAt', initiated: 'startedAt' } as const;

export function isSortedByIndex(
  list: keyof typeof indexedSort,
  sort: string | undefined,
): sort is (typeof indexedSort)[keyof typeof indexedSort] | undefined {
  return sort === undefined || sort === indexedSort[list];
}

const initiatedSelect = fragment`${orderFacts}, ${selectOf({ ...orderColumns, ...initiatedColumns }, overdueSources)}`;
const doneSelect = fragment`${orderFacts}, d.number,
  (select t.handler_name from traces t
    where t.workorder_id = d.workorder_id and t.number = d.number and t.handler_id <> d.staff_id) as done_by, ${selectOf(
      { ...orderColumns, ...doneColumns },
      { ...overdueSources, node_name: fragment`d.node_name`, handled_at: fragment`d.handled_at` },
    )}`;

export async function listDone(
  db: Db,
  staffId: string,
  filters: ListFilters,
  page: ListPage,
): Promise<DoneRecord[]> {
  const { rows } = await doneStatement(staffId, filters, page).execute(db);
  return rows;
}

export function doneStatement(staffId: string, filters: ListFilters, page: ListPage): Fragment<DoneRecord> {
  const direction = plainText(page.descending ? 'desc' : 'asc');
  const order = isSortedByIndex('done', page.sort)
    ? fragment`d.handled_at ${direction}, d.workorder_id ${direction}`
    : fragment`${orderByPart(doneColumns, page.sort, { ...page, sources: overdueSources })}, d.workorder_id`;
  return fragment<DoneRecord>`
    select ${doneSelect}
    from done_entries d join work_orders o on o.id = d.workorder_id
    where d.staff_id = ${staffId} and ${allOf([...dateParts(fragment`d.handled_at`, filters), ...orderParts(filters)])}
    order by ${order}
    limit ${page.limit} offset ${page.offset}`;
}

export async function countDone(db: Db, staffId: string, filters: ListFilters): Promise<number> {
  const { rows } = await fragment<{ total: number }>`
    select count(*)::int as total from (
      select from done_entries d join work_orders o on o.id = d.workorder_id
      where d.staff_id = ${staffId} and ${allOf([...dateParts(fragment`d.handled_at`, filters), ...orderParts(filters)])}
      limit ${countCap}
    ) z`.execute(db);
  return rows[0]?.total ?? 0;
}

export async function listInitiated(
  db: Db,
  staffId: string,
  filters: ListFilters,
  page: ListPage,
): Promise<InitiatedRecord[]> {
  const { rows } = await initiatedStatement(staffId, filters, page).execute(db);
  return rows;
}

export function initiatedStatement(
  staffId: string,
  filters: ListFilters,
  page: ListPage,
): Fragment<InitiatedRecord> {
  const direction = plainText(page.descending ? 'desc' : 'asc');
  const order = isSortedByIndex('initiated', page.sort)
    ? fragment`o.started_at ${direction}, o.id ${direction}`
    : fragment`${orderByPart(initiatedColumns, page.sort, { ...page, sources: overdueSources })}, o.id`;
  return fragment<InitiatedRecord>`
    select ${initiatedSelect} from work_orders o
    where o.initiator_id = ${staffId} and ${allOf([...dateParts(fragment`o.started_at`, filters), ...orderParts(filters)])}
    order by ${order}
    limit ${page.limit} offset ${page.offset}`;
}

export async function countInitiated(db: Db, staffId: string, filters: ListFilters): Promise<number> {
  const { rows } = await fragment<{ total: number }>`
    select count(*)::int as total from (
      select from work_orders o
      where o.initiator_id = ${staffId} and ${allOf([...dateParts(fragment`o.started_at`, filters), ...orderParts(filters)])}
      limit ${countCap}
    ) z`.execute(db);
  return rows[0]?.total ?? 0;
}

/** The process of an order, the ways in which it may be received, and its current steps. */
export interface ProcessOfOrder {
  id: string;
  serve_types: string[];
  process_definition_id: string;
  business_item_id: string;
  node_names: string[];
}

/** Finds the processes and the current steps of the orders of a page. */
export async function findProcessesOfOrders(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ProcessOfOrder>> {
  const { rows } = await fragment<ProcessOfOrder>`
    select o.id, o.serve_types, o.process_definition_id, o.business_item_id,
      array(select distinct t.node_name from traces t
        where t.workorder_id = o.id and t.handler_status = 0 and t.node_id is not null order by t.node_name) as node_names
    from work_orders o where o.id = any(${[...ids]}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
