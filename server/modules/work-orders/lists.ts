import type { z } from 'zod';
import type { TodoCounts, TodoRow, workOrders } from '#contract/work-orders.ts';
import { type Actor, can, Permission } from '#domain/access/actor.ts';
import { certificateOfKeyword } from '#domain/applicants/tidy-applicant.ts';
import { lastWarnedDay } from '#domain/calendar/due-light.ts';
import type { HolidayTable } from '#domain/calendar/holiday-table.ts';
import { addDays, endOfDay, type LocalDate, localDateOf, startOfDay } from '#domain/calendar/local-date.ts';
import { checkDateSpan } from '#domain/lists/date-span.ts';
import { offsetOf } from '#domain/lists/paging.ts';
import { type TodoTab, todoTabs } from '#domain/lists/todo-tabs.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import { areaPrefix } from '#domain/regions/region-code.ts';
import type { Context } from '#server/context/context.ts';
import { findAreaCode } from '#server/modules/regions/service.ts';
import { currentHolidays, showDue } from '#server/modules/supervision/service.ts';
import * as queries from './lists.queries.ts';
import { presentRow } from './present.ts';

type ListQuery = Omit<z.output<typeof workOrders.initiatedPage.query>, 'sort' | 'phase'> & {
  phase?: 'open' | 'ended' | undefined;
};
type TodoQuery = z.output<typeof workOrders.todoPage.query>;

function wordOf(keyword: string | undefined): { keyword?: string } {
  return keyword === undefined ? {} : { keyword };
}

/**
 * What a list looks for (decision 0025). Names accompany codes, so that a name counts where its code is not given;
 * an area is told by its code, its region code or its id. A span of days that cannot be queried is refused (S0 §5).
 */
async function filtersOf(
  { db, crypto }: Pick<Context, 'db' | 'crypto'>,
  actor: Actor,
  query: ListQuery,
  now: Date,
): Promise<queries.ListFilters | Refusal<'badInput'>> {
  const problem = checkDateSpan({ from: query.startDate, until: query.endDate }, localDateOf(now));
  if (problem) {
    const field = problem.end === 'from' ? 'startDate' : 'endDate';
    return refuse('badInput', { problems: [{ field, message: problem.message }] });
  }
  const { taskCode, status, areaName, orgCode, orgName, categoryId, startDate, endDate } = query;
  const keyword = query.keyword ?? query.inputValue;
  // Who may not see a number in the clear may not find out by searching whose it is either (decision 0062).
  const certCode = can(actor, Permission.revealApplicant) ? certificateOfKeyword(keyword ?? '') : undefined;
  const areas = [query.areaCode, query.regionCode, query.areaId].filter((area) => area !== undefined);
  const areaCodes = await Promise.all([...new Set(areas)].map((area) => findAreaCode(db, area)));
  return {
    areaPrefixes: areaCodes.map(areaPrefix),
    ...(certCode === undefined ? wordOf(keyword) : { certDigest: crypto.searchHash(certCode) }),
    ...(taskCode === undefined ? {} : { taskCode }),
    ...(status === undefined ? {} : { status }),
    ...(areaName === undefined || areas.length > 0 ? {} : { areaName }),
    ...(orgCode === undefined ? {} : { orgCode }),
    ...(orgName === undefined || orgCode !== undefined ? {} : { orgName }),
    ...(categoryId === undefined ? {} : { categoryId }),
    ...(startDate === undefined ? {} : { from: startOfDay(startDate) }),
    ...(endDate === undefined ? {} : { to: endOfDay(endDate) }),
    ...(query.phase === undefined ? {} : { ended: query.phase === 'ended' }),
    due: [
      ...(query.due === undefined ? [] : [dueSpan(query.due, await currentHolidays(db), now)]),
      ...(query.dueDay === undefined ? [] : [dayAsSpan(query.dueDay)]),
    ],
  };
}

type DueWord = NonNullable<ListQuery['due']>;

/** Days decide, as they do for the light: what is due today is not overdue yet, whatever its hour. */
function dueSpan(word: DueWord, holidays: HolidayTable, now: Date): queries.DueSpan {
  const today = localDateOf(now);
  if (word === 'overdue') return { from: null, before: startOfDay(today) };
  const last = word === 'today' ? today : lastWarnedDay(today, holidays);
  return { from: startOfDay(today), before: startOfDay(addDays(last, 1)) };
}

function dayAsSpan(day: LocalDate): queries.DueSpan {
  // Not the start of the next day: the last day that can be asked for has none.
  return { from: startOfDay(day), before: new Date(endOfDay(day).getTime() + 1) };
}

/** What each tab of the to-do list adds to the filters. */
function filtersOfTab(tab: TodoTab, holidays: HolidayTable, now: Date): Partial<queries.ListFilters> {
  if (tab === 'all') return {};
  return tab === 'returned' ? { returned: true } : { due: [dueSpan(tab, holidays, now)] };
}

/** How much waits under each tab, whatever the list is filtered by: what the tabs and the menu show. */
export async function todoCounts(context: Context, actor: Actor): Promise<TodoCounts> {
  const holidays = await currentHolidays(context.db);
  const filters = todoTabs.map((tab) => ({
    ...queries.noFilters,
    ...filtersOfTab(tab, holidays, context.now()),
  }));
  const counts = await queries.countTodo(context.db, actor.keys, filters);
  return Object.fromEntries(todoTabs.map((tab, index) => [tab, counts[index] ?? 0])) as TodoCounts;
}

function pageOf(query: ListQuery): queries.ListPage {
  return { limit: query.size, offset: offsetOf(query), descending: query.order !== 'asc' };
}

/** 待办: the open tasks that this person may take, first what is due first unless asked otherwise. */
export async function todoPage(context: Context, actor: Actor, query: TodoQuery) {
  const now = context.now();
  const filters = await filtersOf(context, actor, query, now);
  if (isRefusal(filters)) return filters;
  const holidays = await currentHolidays(context.db);
  const ofTab = filtersOfTab(query.tab, holidays, now);
  const asked = {
    ...filters,
    ...ofTab,
    due: [...filters.due, ...(ofTab.due ?? [])],
    ...(query.nodeName === undefined ? {} : { nodeName: query.nodeName }),
  };
  // Nearest due date first is what a person means by sorting on it.
  const descending = query.sort === 'dueAt' ? query.order === 'desc' : query.order !== 'asc';
  const page = { ...pageOf(query), sort: query.sort, descending };
  const { rows, total } = await queries.listTodo(context.db, actor.keys, asked, page);
  return { rows: rows.map((row) => presentTodo(row, holidays, now)), total };
}

export function presentTodo(row: queries.TodoRecord, holidays: HolidayTable, now: Date): TodoRow {
  const whole = {
    at: row.whole_due_at,
    provisional: row.whole_due_provisional,
    ended: row.ended_at !== null,
  };
  return {
    ...presentRow(row, holidays, now),
    traceId: `${row.id}.${row.number}`,
    nodeId: row.node_id,
    nodeName: row.node_name,
    arrivedAt: row.arrived_at.toISOString(),
    dueOf: row.due_of_order ? 'order' : 'node',
    wholeDue: showDue(whole, holidays, now),
    returned: row.returned,
  };
}

/** 已办: the orders of which this person has finished a task, by the last time. */
export async function donePage(context: Context, actor: Actor, query: ListQuery) {
  const now = context.now();
  const filters = await filtersOf(context, actor, query, now);
  if (isRefusal(filters)) return filters;
  const [rows, total, holidays] = await Promise.all([
    queries.listDone(context.db, actor.staffId, filters, pageOf(query)),
    queries.countDone(context.db, actor.staffId, filters),
    currentHolidays(context.db),
  ]);
  return {
    rows: rows.map((row) => ({
      ...presentRow(row, holidays, now),
      traceId: `${row.id}.${row.number}`,
      nodeName: row.node_name,
      handledAt: row.handled_at.toISOString(),
    })),
    total,
  };
}

/** 我发起的: the orders that this person started. */
export async function initiatedPage(context: Context, actor: Actor, query: ListQuery) {
  const now = context.now();
  const filters = await filtersOf(context, actor, query, now);
  if (isRefusal(filters)) return filters;
  const [rows, total, holidays] = await Promise.all([
    queries.listInitiated(context.db, actor.staffId, filters, pageOf(query)),
    queries.countInitiated(context.db, actor.staffId, filters),
    currentHolidays(context.db),
  ]);
  return { rows: rows.map((row) => presentRow(row, holidays, now)), total };
}
