import { copies } from '#contract/copies.ts';
import { type MyOrderRow, workOrders } from '#contract/work-orders.ts';
import type { Actor } from '#domain/access/actor.ts';
import type { HolidayTable } from '#domain/calendar/holiday-table.ts';
import { type MyTab, myTabLabel } from '#domain/lists/my-tabs.ts';
import {
  copiedColumns,
  doneColumns,
  initiatedColumns,
  myColumns,
  todoColumns,
} from '#domain/lists/order-columns.ts';
import { todoTabLabel } from '#domain/lists/todo-tabs.ts';
import { isRefusal, type Refusal } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import {
  type ExportableList,
  exportableList,
  type ListRequest,
} from '#server/framework/lists/exportable-list.ts';
import { matters } from '#server/framework/routing/access.ts';
import type { Fragment } from '#server/kernel/database/fragment.ts';
import { readByCursor } from '#server/kernel/database/read-cursor.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { currentHolidays } from '#server/modules/organisation/holidays/service.ts';
import { areCopiesSortedByIndex, copiesStatement, countCopiesTo } from './copied-list.queries.ts';
import { presentCopied, unreadOf } from './copied-list.ts';
import { countFilteredOrders, filteredOrdersStatement, isSortedByTime } from './filtered-orders.queries.ts';
import { filterLabels, phaseLabel, sheetColumnsOf } from './list-sheet.ts';
import * as queries from './lists.queries.ts';
import {
  filtersOf,
  type ListQuery,
  pageOf,
  presentDone,
  presentInitiated,
  presentTodo,
  type TodoQuery,
  todoQuery,
  tooManyToSort,
} from './lists.ts';
import {
  type MyOrdersPartRow,
  type MyOrdersQuery,
  requestedPart,
  rowsWithDocumentedNames,
  sortsOfParts,
  unsupportedSort,
} from './my-orders.ts';
import * as own from './own-lists.queries.ts';
import { presentQueried } from './present.ts';
import * as todoList from './todo-list.queries.ts';

/**
 * The lists of orders as files (docs/decisions/0142): the same statements, masks and columns as on the page.
 */

/** Yields the rows of a statement, presented as in its list. */
async function* presentBatches<Stored, Row>(
  db: Db,
  statement: Fragment<Stored>,
  present: (row: Stored) => Row,
): AsyncGenerator<Row[]> {
  for await (const batch of readByCursor(db, statement)) yield batch.map(present);
}

type Presenter<Stored, Row> = (row: Stored, holidays: HolidayTable, now: Date) => Row;

/** Returns the query of a list whose filters `filtersOf` reads. */
function createExportQuery<Stored, Row>(
  count: (db: Db, actor: Actor, filters: queries.ListFilters, query: ListQuery) => Promise<number>,
  statement: (
    actor: Actor,
    filters: queries.ListFilters,
    page: queries.ListPage,
    query: ListQuery,
  ) => Fragment<Stored>,
  present: Presenter<Stored, Row>,
  isSortedByIndex: (sort: string | undefined) => boolean = () => true,
) {
  return async (context: Context, actor: Actor, query: ListQuery) => {
    const now = context.now();
    const filters = await filtersOf(context, actor, query, now);
    if (isRefusal(filters)) return filters;
    const total = () => count(context.db, actor, filters, query);
    if (!isSortedByIndex(query.sort) && (await total()) === queries.countCap) return tooManyToSort;
    const holidays = await currentHolidays(context.db);
    const request: ListRequest<Row> = {
      count: total,
      rows: (db, limit) =>
        presentBatches(
          db,
          statement(actor, filters, { ...pageOf(query, now), limit, offset: 0 }, query),
          (row) => present(row, holidays, now),
        ),
    };
    return request;
  };
}

const queryInitiated = createExportQuery(
  (db, { staffId }, filters) => own.countInitiated(db, staffId, filters),
  ({ staffId }, filters, page) => own.initiatedStatement(staffId, filters, page),
  presentInitiated,
  (sort) => own.isSortedByIndex('initiated', sort),
);

const queryDone = createExportQuery(
  (db, { staffId }, filters) => own.countDone(db, staffId, filters),
  ({ staffId }, filters, page) => own.doneStatement(staffId, filters, page),
  presentDone,
  (sort) => own.isSortedByIndex('done', sort),
);

const queryCopied = createExportQuery(
  (db, actor, filters, query) => countCopiesTo(db, actor, filters, unreadOf(query as never)),
  (actor, filters, page, query) => {
    const unread = unreadOf(query as never);
    return copiesStatement(actor, filters, { ...page, ...(unread !== undefined && { unread }) });
  },
  presentCopied,
  areCopiesSortedByIndex,
);

async function waitingTasksQuery(context: Context, actor: Actor, query: TodoQuery) {
  const prepared = await todoQuery(context, actor, query);
  if (isRefusal(prepared)) return prepared;
  const { listFilters, page, holidays, now } = prepared;
  const count = async () =>
    (await todoList.listTodo(context.db, actor, listFilters, { ...page, limit: 1, offset: 0 })).total;
  if (!todoList.isIndexedTodoSort(page.sort) && (await count()) === queries.countCap) return tooManyToSort;
  return {
    count,
    async *rows(db: Db, limit: number) {
      const statement = todoList.todoStatement(actor, listFilters, { ...page, limit, offset: 0 });
      for await (const batch of readByCursor(db, statement))
        yield batch.filter(queries.isDataRow).map((row) => presentTodo(actor, row, holidays, now));
    },
  };
}

/** Returns the export of the orders that `pageOfFilteredOrders` lists for these conditions. */
export function exportFilteredOrders(
  where: readonly Fragment[],
  context: Context,
  actor: Actor,
  query: ListQuery,
) {
  return createExportQuery(
    (db, _actor, filters) => countFilteredOrders(db, where, filters),
    (_actor, filters, page) => filteredOrdersStatement(where, filters, page),
    presentQueried,
    isSortedByTime,
  )(context, actor, query);
}

const emptyRequest: ListRequest<MyOrderRow> = { count: async () => 0, async *rows() {} };

/** 我的申请 as its one call lists it: the part in the query, with the current node of each order. */
async function myOrdersQuery(context: Context, actor: Actor, query: MyOrdersQuery) {
  const { tab, isDone, isInitiated, traceType, sort, ...filters } = query;
  const part = requestedPart({ tab, isDone, isInitiated, traceType });
  const parsedSort = sortsOfParts[part].safeParse(sort);
  if (!parsedSort.success) return unsupportedSort;
  const partQuery = { ...filters, sort: parsedSort.data };
  // A waiting order has not ended.
  if (part === 'waiting' && filters.phase === 'ended') return emptyRequest;
  const queriesOfParts: Record<MyTab, () => Promise<ListRequest<MyOrdersPartRow> | Refusal<'badInput'>>> = {
    initiated: () => queryInitiated(context, actor, partQuery),
    done: () => queryDone(context, actor, partQuery),
    copied: () => queryCopied(context, actor, partQuery),
    waiting: () => waitingTasksQuery(context, actor, { ...partQuery, tab: 'all' } as TodoQuery),
  };
  const request = await queriesOfParts[part]();
  if (isRefusal(request)) return request;
  return {
    count: request.count,
    async *rows(db: Db, limit: number) {
      for await (const rows of request.rows(db, limit))
        yield await rowsWithDocumentedNames({ db }, part, rows);
    },
  };
}

const commonOptions = { access: matters, mayTruncate: true };

export const exportableOrderLists: readonly ExportableList[] = [
  exportableList({
    ...commonOptions,
    name: 'todo',
    title: '待办事项',
    endpoint: workOrders.todoPage,
    columns: sheetColumnsOf(todoColumns),
    filters: filterLabels(
      '到达日期',
      { name: 'nodeName', label: '当前环节' },
      { name: 'tab', label: '页签', valueLabels: todoTabLabel },
    ),
    rowKey: (row: ReturnType<typeof presentTodo>) => row.traceId,
    request: waitingTasksQuery,
  }),
  exportableList({
    ...commonOptions,
    name: 'done',
    title: '已办事项',
    endpoint: workOrders.donePage,
    columns: sheetColumnsOf(doneColumns),
    filters: filterLabels('办理日期', phaseLabel),
    rowKey: (row: ReturnType<typeof presentDone>) => row.traceId,
    request: queryDone,
  }),
  exportableList({
    ...commonOptions,
    mayTruncate: false,
    name: 'copied',
    title: '抄送我的',
    endpoint: copies.page,
    columns: sheetColumnsOf(copiedColumns),
    filters: filterLabels('抄送日期', phaseLabel, {
      name: 'unread',
      label: '阅读状态',
      valueLabels: { true: '未读', false: '已读' },
    }),
    rowKey: (row: ReturnType<typeof presentCopied>) => row.traceId,
    request: queryCopied,
  }),
  exportableList({
    ...commonOptions,
    name: 'initiated',
    title: '我发起的',
    endpoint: workOrders.initiatedPage,
    columns: sheetColumnsOf(initiatedColumns),
    filters: filterLabels('发起日期', phaseLabel),
    rowKey: (row: ReturnType<typeof presentInitiated>) => row.id,
    request: queryInitiated,
  }),
  exportableList({
    ...commonOptions,
    mayTruncate: false,
    name: 'mine',
    title: '我的申请',
    endpoint: workOrders.myWorkOrderPage,
    columns: sheetColumnsOf(myColumns),
    filters: filterLabels('日期', phaseLabel, { name: 'tab', label: '页签', valueLabels: myTabLabel }),
    permanentFilters: ['tab'],
    rowKey: (row: MyOrderRow) => `${row.id}.${row.traceId}`,
    request: myOrdersQuery,
  }),
];
