import type { z } from 'zod';
import type { workOrders } from '#contract/work-orders.ts';
import { type Actor, can, Permission } from '#domain/access/actor.ts';
import { certificateOfKeyword } from '#domain/applicants/tidy-applicant.ts';
import { addDays, endOfDay, localDateOf, startOfDay } from '#domain/calendar/local-date.ts';
import { checkDateSpan } from '#domain/lists/date-span.ts';
import { offsetOf } from '#domain/lists/paging.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import { areaPrefix } from '#domain/regions/region-code.ts';
import type { Context } from '#server/context/context.ts';
import { findAreaCode } from '#server/modules/regions/service.ts';
import { currentHolidays } from '#server/modules/supervision/service.ts';
import * as queries from './lists.queries.ts';
import { presentRow } from './present.ts';

/** Days ahead that a list calls "soon due". */
const soonDays = 3;

type ListQuery = Omit<z.output<typeof workOrders.initiatedPage.query>, 'sort'>;
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
    ...(query.due === 'overdue' ? { due: { before: now, from: null } } : {}),
    ...(query.due === 'soon'
      ? { due: { before: endOfDay(addDays(localDateOf(now), soonDays)), from: now } }
      : {}),
  };
}

function pageOf(query: ListQuery): queries.ListPage {
  return { limit: query.size, offset: offsetOf(query), descending: query.order !== 'asc' };
}

/** 待办: the open tasks that this person may take, newest first unless asked otherwise. */
export async function todoPage(context: Context, actor: Actor, query: TodoQuery) {
  const now = context.now();
  const filters = await filtersOf(context, actor, query, now);
  if (isRefusal(filters)) return filters;
  // Nearest due date first is what a person means by sorting on it.
  const descending = query.sort === 'dueAt' ? query.order === 'desc' : query.order !== 'asc';
  const [{ rows, total }, holidays] = await Promise.all([
    queries.listTodo(context.db, actor.keys, filters, { ...pageOf(query), sort: query.sort, descending }),
    currentHolidays(context.db),
  ]);
  return {
    rows: rows.map((row) => ({
      ...presentRow(row, holidays, now),
      traceId: `${row.id}.${row.number}`,
      nodeId: row.node_id,
      nodeName: row.node_name,
      arrivedAt: row.arrived_at.toISOString(),
    })),
    total,
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
