import type { z } from 'zod';
import type { TodoCounts } from '#contract/todo-counts.ts';
import type { DoneRow, FoundOrder, InitiatedRow, TodoRow, workOrders } from '#contract/work-orders.ts';
import { type Actor, can, Permission } from '#domain/access/actor.ts';
import { certificateOfKeyword } from '#domain/applicants/normalise-applicant.ts';
import { lastWarnedDay } from '#domain/calendar/due-light.ts';
import type { HolidayTable } from '#domain/calendar/holiday-table.ts';
import { addDays, endOfDay, type LocalDate, localDateOf, startOfDay } from '#domain/calendar/local-date.ts';
import { problemsOfSpan } from '#domain/lists/date-span.ts';
import { doneColumns, initiatedColumns, todoColumns } from '#domain/lists/order-columns.ts';
import { offsetOf } from '#domain/lists/paging.ts';
import { type TodoTab, todoTabs } from '#domain/lists/todo-tabs.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import { regionPrefix } from '#domain/regions/region-code.ts';
import { absentPersonForTask, actorForOrder } from '#domain/substitutes/substitution.ts';
import type { Context } from '#server/framework/context.ts';
import type { Fragment } from '#server/kernel/database/fragment.ts';
import { currentHolidays } from '#server/modules/organisation/holidays/service.ts';
import { findRegionCode } from '#server/modules/organisation/regions/service.ts';
import { presentColumns } from './columns.ts';
import { countFilteredOrders, isSortedByTime, listFilteredOrders } from './filtered-orders.queries.ts';
import * as queries from './lists.queries.ts';
import * as own from './own-lists.queries.ts';
import { presentQueried, presentRow } from './present.ts';
import * as todoList from './todo-list.queries.ts';

export type ListQuery = Omit<z.output<typeof workOrders.initiatedPage.query>, 'sort' | 'phase'> & {
  sort?: string | undefined;
  phase?: 'open' | 'ended' | undefined;
};
export type TodoQuery = z.output<typeof workOrders.todoPage.query>;

/**
 * Returns the filters of a list (decision 0025). Names accompany codes, so that a name counts only if its
 * code is missing; a region is given by its code or id (on the wire also called area). Refuses a span of days that
 * cannot be queried (S0 §5).
 */
export async function filtersOf(
  { db, crypto }: Pick<Context, 'db' | 'crypto'>,
  actor: Actor,
  query: ListQuery,
  now: Date,
): Promise<queries.ListFilters | Refusal<'badInput'>> {
  const { taskCode, status, areaName, orgCode, orgName, categoryId, startDate, endDate } = query;
  const fields = { from: 'startDate', until: 'endDate' };
  const problems = problemsOfSpan(fields, { from: startDate, until: endDate }, localDateOf(now));
  if (problems.length > 0) return refuse('badInput', { problems });
  const { hallId, hallName, windowId } = query;
  const keyword = query.keyword ?? query.inputValue;
  const regions = [query.areaCode, query.regionCode, query.areaId].filter((area) => area !== undefined);
  const regionCodes = await Promise.all([...new Set(regions)].map((area) => findRegionCode(db, area)));
  return {
    regionPrefixes: regionCodes.map(regionPrefix),
    ...(keyword === undefined ? {} : filtersOfKeyword(crypto, actor, keyword)),
    ...(taskCode === undefined ? {} : { taskCode }),
    ...(status === undefined ? {} : { status }),
    ...(areaName === undefined || regions.length > 0 ? {} : { regionName: areaName }),
    ...(orgCode === undefined ? {} : { orgCode }),
    ...(orgName === undefined || orgCode !== undefined ? {} : { orgName }),
    ...(categoryId === undefined ? {} : { categoryId }),
    ...(hallId === undefined ? {} : { hallId }),
    ...(hallName === undefined || hallId !== undefined ? {} : { hallName }),
    ...(windowId === undefined ? {} : { windowId }),
    ...(startDate === undefined ? {} : { from: startOfDay(startDate) }),
    ...(endDate === undefined ? {} : { to: endOfDay(endDate) }),
    ...(query.phase === undefined ? {} : { ended: query.phase === 'ended' }),
    due: [
      ...(query.due === undefined ? [] : [dueSpan(query.due, await currentHolidays(db), now)]),
      ...(query.dueDay === undefined ? [] : [spanOfDay(query.dueDay)]),
    ],
  };
}

/**
 * Returns the filters of a keyword. A user who may not see numbers and names unmasked must not find their
 * owners by searching either: a number finds nothing, a name only if it is complete (decisions 0055 and
 * 0062).
 */
function filtersOfKeyword(
  crypto: Context['crypto'],
  actor: Actor,
  keyword: string,
): Partial<queries.ListFilters> {
  const mayReveal = can(actor, Permission.revealApplicant);
  const certCode = mayReveal ? certificateOfKeyword(keyword) : undefined;
  if (certCode !== undefined) return { certDigest: crypto.searchHash(certCode) };
  return { keyword, matchesPartOfName: mayReveal };
}

type DueLabel = NonNullable<ListQuery['due']>;

/**
 * Returns the span of due dates by whole days, as for the light: a task due today is not overdue yet, at any
 * hour.
 */
function dueSpan(label: DueLabel, holidays: HolidayTable, now: Date): queries.DueSpan {
  const today = localDateOf(now);
  if (label === 'overdue') return { from: null, before: startOfDay(today) };
  const last = label === 'today' ? today : lastWarnedDay(today, holidays);
  return { from: startOfDay(today), before: startOfDay(addDays(last, 1)) };
}

function spanOfDay(day: LocalDate): queries.DueSpan {
  // Not the start of the next day, because the last possible day has none.
  return { from: startOfDay(day), before: new Date(endOfDay(day).getTime() + 1) };
}

/** Returns the filters that a tab of the to-do list adds. */
function filtersOfTab(tab: TodoTab, holidays: HolidayTable, now: Date): Partial<queries.ListFilters> {
  if (tab === 'all') return {};
  if (tab === 'returned') return { returned: true };
  if (tab === 'arrived') return { arrivedSince: startOfDay(localDateOf(now)) };
  return { due: [dueSpan(tab, holidays, now)] };
}

/** Counts the open tasks under each tab, without the filters of the list, for the tabs and the menu. */
export async function todoCounts(context: Context, actor: Actor): Promise<TodoCounts> {
  const holidays = await currentHolidays(context.db);
  const filters = todoTabs.map((tab) => ({
    ...queries.noFilters,
    ...filtersOfTab(tab, holidays, context.now()),
  }));
  const counts = await todoList.countTodo(context.db, actor, filters);
  return Object.fromEntries(todoTabs.map((tab, index) => [tab, counts[index] ?? 0])) as TodoCounts;
}

export function pageOf(query: ListQuery, now: Date): queries.ListPage {
  const { size: limit, sort } = query;
  return { limit, offset: offsetOf(query), descending: query.order !== 'asc', sort, now };
}

/** Refusal of sorting without an index, for which the whole list is read, and so only up to a limit. */
export const tooManyToSort = refuse('badInput', {
  problems: [{ field: 'sort', message: '记录超过一万条，不能按此列排序，请先缩小查询范围' }],
});

/**
 * Returns the filters and the page of the to-do list for a query. Sorted by due date, the nearest date comes
 * first unless the query says otherwise.
 */
export async function todoQuery(context: Context, actor: Actor, query: TodoQuery) {
  const now = context.now();
  const filters = await filtersOf(context, actor, query, now);
  if (isRefusal(filters)) return filters;
  const holidays = await currentHolidays(context.db);
  const tabFilters = filtersOfTab(query.tab, holidays, now);
  const listFilters: queries.ListFilters = {
    ...filters,
    ...tabFilters,
    due: [...filters.due, ...(tabFilters.due ?? [])],
    ...(query.nodeName === undefined ? {} : { nodeName: query.nodeName }),
  };
  // People who sort by due date want the nearest first.
  const descending = query.sort === 'dueAt' ? query.order === 'desc' : query.order !== 'asc';
  return { listFilters, page: { ...pageOf(query, now), sort: query.sort, descending }, holidays, now };
}

/** 待办: returns the open tasks that this person may handle. */
export async function todoPage(context: Context, actor: Actor, query: TodoQuery) {
  const prepared = await todoQuery(context, actor, query);
  if (isRefusal(prepared)) return prepared;
  const { listFilters, page, holidays, now } = prepared;
  const { rows, total } = await todoList.listTodo(context.db, actor, listFilters, page);
  if (!todoList.isIndexedTodoSort(page.sort) && total === queries.countCap) return tooManyToSort;
  return { rows: rows.map((row) => presentTodo(actor, row, holidays, now)), total };
}

export function presentTodo(
  actor: Actor,
  row: todoList.TodoRecord,
  holidays: HolidayTable,
  now: Date,
): TodoRow {
  return {
    ...presentRow(row, holidays, now),
    ...presentColumns(todoColumns, row, holidays, now),
    traceId: `${row.id}.${row.number}`,
    nodeId: row.node_id,
    dueOf: row.due_of_order ? 'order' : 'node',
    returned: row.returned,
    recalled: row.rolled_back && !row.returned,
    askedFor: row.asked_for,
    // The list shows tasks of lent keys, and of these no order that the person initiated.
    standsFor: absentPersonOfTask(actor, row),
  };
}

/**
 * Returns the name of the absent person whose task it is, if only a lent key matches; empty for an own task.
 */
function absentPersonOfTask(actor: Actor, { candidates, opened_at, task_code }: todoList.TodoRecord): string {
  if (!actor.substitutions) return '';
  const task = { candidates, openedAt: opened_at.toISOString() };
  return (
    absentPersonForTask(actorForOrder(actor, { taskCode: task_code, initiatorId: '' }), task)?.name ?? ''
  );
}

/** 已办: returns the orders of which this person has finished a task, by the last time. */
export async function donePage(context: Context, actor: Actor, query: ListQuery) {
  const now = context.now();
  const filters = await filtersOf(context, actor, query, now);
  if (isRefusal(filters)) return filters;
  const page = pageOf(query, now);
  const count = own.countDone(context.db, actor.staffId, filters);
  if (!own.isSortedByIndex('done', page.sort) && (await count) === queries.countCap) return tooManyToSort;
  const [rows, total, holidays] = await Promise.all([
    own.listDone(context.db, actor.staffId, filters, page),
    count,
    currentHolidays(context.db),
  ]);
  return { rows: rows.map((row) => presentDone(row, holidays, now)), total };
}

export function presentDone(row: queries.DoneRecord, holidays: HolidayTable, now: Date): DoneRow {
  return {
    ...presentRow(row, holidays, now),
    ...presentColumns(doneColumns, row, holidays, now),
    traceId: `${row.id}.${row.number}`,
    doneBy: row.done_by ?? '',
  };
}

/** 我发起的: returns the orders that this person started. */
export async function initiatedPage(context: Context, actor: Actor, query: ListQuery) {
  const now = context.now();
  const filters = await filtersOf(context, actor, query, now);
  if (isRefusal(filters)) return filters;
  const page = pageOf(query, now);
  const count = own.countInitiated(context.db, actor.staffId, filters);
  if (!own.isSortedByIndex('initiated', page.sort) && (await count) === queries.countCap) {
    return tooManyToSort;
  }
  const [rows, total, holidays] = await Promise.all([
    own.listInitiated(context.db, actor.staffId, filters, page),
    count,
    currentHolidays(context.db),
  ]);
  return { rows: rows.map((row) => presentInitiated(row, holidays, now)), total };
}

export function presentInitiated(row: own.InitiatedRecord, holidays: HolidayTable, now: Date): InitiatedRow {
  return { ...presentRow(row, holidays, now), ...presentColumns(initiatedColumns, row, holidays, now) };
}

/**
 * Returns a page of the orders that fulfil these conditions of another module, which is responsible for who
 * may see them.
 */
export async function pageOfFilteredOrders(
  context: Context,
  actor: Actor,
  query: ListQuery,
  where: readonly Fragment[],
) {
  const now = context.now();
  const filters = await filtersOf(context, actor, query, now);
  if (isRefusal(filters)) return filters;
  const page = pageOf(query, now);
  const count = countFilteredOrders(context.db, where, filters);
  if (!isSortedByTime(page.sort) && (await count) === queries.countCap) return tooManyToSort;
  const [rows, total, holidays] = await Promise.all([
    listFilteredOrders(context.db, where, filters, page),
    count,
    currentHolidays(context.db),
  ]);
  return { rows: rows.map((row) => presentQueried(row, holidays, now)), total };
}

const maxFound = 8;

/**
 * Returns the orders of a person's own lists that a keyword finds, open tasks first, for the search in the header;
 * each order once, from the first of the lists that contains it.
 */
export async function searchOwnLists(
  context: Context,
  actor: Actor,
  keyword: string,
): Promise<{ rows: FoundOrder[] }> {
  const { db } = context;
  const now = context.now();
  const filters = { ...queries.noFilters, ...filtersOfKeyword(context.crypto, actor, keyword) };
  const page = { limit: maxFound, offset: 0, descending: true, now };
  const [todo, done, initiated, holidays] = await Promise.all([
    todoList.listTodo(db, actor, filters, { ...page, sort: 'dueAt', descending: false }),
    own.listDone(db, actor.staffId, filters, page),
    own.listInitiated(db, actor.staffId, filters, page),
    currentHolidays(db),
  ]);
  const found = [
    ...todo.rows.map((row) => ({ list: 'todo' as const, row, traceId: `${row.id}.${row.number}` })),
    ...done.map((row) => ({ list: 'done' as const, row, traceId: `${row.id}.${row.number}` })),
    ...initiated.map((row) => ({ list: 'initiated' as const, row, traceId: null })),
  ];
  const firstOfOrder = [...Map.groupBy(found, ({ row }) => row.id).values()].flatMap((same) =>
    same.slice(0, 1),
  );
  return {
    rows: firstOfOrder
      .slice(0, maxFound)
      .map(({ row, list, traceId }) => ({ ...presentRow(row, holidays, now), list, traceId })),
  };
}
