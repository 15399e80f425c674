import { z } from 'zod';
import { copies } from '#contract/copies.ts';
import {
  type InitiatedRow,
  type MyOrderRow,
  type TodoRow,
  type WorkOrderRow,
  workOrders,
} from '#contract/work-orders.ts';
import type { Actor } from '#domain/access/actor.ts';
import type { MyTab } from '#domain/lists/my-tabs.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import { pageOfCopies } from './copied-list.ts';
import { donePage, initiatedPage, todoPage } from './lists.ts';
import { findProcessesOfOrders, type ProcessOfOrder } from './own-lists.queries.ts';

/**
 * The work orders in which a person participates, by the specification's one call for all of them (S0 §7, S1 §2).
 */

export type MyOrdersQuery = z.output<typeof workOrders.myWorkOrderPage.query>;

/** A row of one of the four lists; only those of a step or a copy contain these fields. */
export type MyOrdersPartRow = WorkOrderRow & { traceId?: string; nodeId?: string; nodeName?: string } & (
    | Pick<InitiatedRow, 'handlerNames' | 'stepDue' | 'stepOverdueDays' | 'overdueDays'>
    | TodoRow
  );

/** Returns a page of the person's open tasks, or of the part in the query. */
export async function myOrdersPage(
  context: Context,
  actor: Actor,
  { tab, isDone, isInitiated, traceType, sort, ...query }: MyOrdersQuery,
): Promise<{ rows: MyOrderRow[]; total: number } | Refusal<'badInput'>> {
  const part = requestedPart({ tab, isDone, isInitiated, traceType });
  const page = await parts[part](context, actor, query, sort);
  if (isRefusal(page)) return page;
  return { rows: await rowsWithDocumentedNames(context, part, page.rows), total: page.total };
}

export async function rowsWithDocumentedNames(
  { db }: Pick<Context, 'db'>,
  part: MyTab,
  rows: readonly MyOrdersPartRow[],
): Promise<MyOrderRow[]> {
  const ids = rows.map(({ id }) => id);
  const origins = await findProcessesOfOrders(db, ids);
  return rows.map((row) => withDocumentedNames(row, part, origins.get(row.id)));
}

type PartQuery = Omit<MyOrdersQuery, 'tab' | 'isDone' | 'isInitiated' | 'traceType' | 'sort'>;
type Page = Promise<{ rows: MyOrdersPartRow[]; total: number } | Refusal<'badInput'>>;

type Part = (context: Context, actor: Actor, query: PartQuery, sort: string | undefined) => Page;

/** Returns a function that queries one of the portal's lists, and refuses a sort column that the list has not. */
function partWithSort<Sort extends string>(
  sorts: z.ZodType<Sort>,
  queryList: (context: Context, actor: Actor, query: PartQuery & { sort: Sort }) => Page,
): Part {
  return async (context, actor, query, sort) => {
    const parsedSort = sorts.safeParse(sort);
    return parsedSort.success
      ? queryList(context, actor, { ...query, sort: parsedSort.data })
      : unsupportedSort;
  };
}

/** Columns of 待办 with another name: the limit of its step is just called its limit. */
const limitsInTodo: Readonly<Record<string, string>> = { stepDueAt: 'dueAt', dueAt: 'wholeDueAt' };

/** Columns by which each part can be sorted. */
export const sortsOfParts = {
  waiting: z.preprocess((sort) => limitsInTodo[String(sort)] ?? sort, workOrders.todoPage.query.shape.sort),
  done: workOrders.donePage.query.shape.sort,
  initiated: workOrders.initiatedPage.query.shape.sort,
  copied: copies.page.query.shape.sort,
} as const satisfies Readonly<Record<MyTab, z.ZodType<string>>>;

export const unsupportedSort = refuse('badInput', {
  problems: [{ field: 'sort', message: '该列表不能按此列排序' }],
});

/** The portal's list for each part. */
const parts: Readonly<Record<MyTab, Part>> = {
  waiting: partWithSort(sortsOfParts.waiting, (context, actor, query) =>
    // A waiting order has not ended.
    query.phase === 'ended'
      ? Promise.resolve({ rows: [], total: 0 })
      : todoPage(context, actor, { ...query, tab: 'all' }),
  ),
  done: partWithSort(sortsOfParts.done, donePage),
  initiated: partWithSort(sortsOfParts.initiated, initiatedPage),
  copied: partWithSort(sortsOfParts.copied, pageOfCopies),
};

/** Returns the part in a query, by its name or by the parameters of old clients. */
export function requestedPart({
  tab,
  isDone,
  isInitiated,
  traceType = '',
}: Pick<MyOrdersQuery, 'tab' | 'isDone' | 'isInitiated' | 'traceType'>): MyTab {
  if (tab !== undefined) return tab;
  const isYes = (value: string | undefined) => value === '1' || value === 'true';
  if (isYes(isInitiated)) return 'initiated';
  if (traceType !== '' && traceType !== '0') return 'copied';
  return isYes(isDone) ? 'done' : 'waiting';
}

/**
 * Returns the limits of the order and of the step by the names that all parts use; 待办 lists tasks, whose
 * limit is the row's own.
 */
function limitsOf(row: MyOrdersPartRow): Pick<MyOrderRow, 'due' | 'stepDue'> {
  return 'wholeDue' in row ? { due: row.wholeDue, stepDue: row.due } : { due: row.due, stepDue: row.stepDue };
}

function withDocumentedNames(
  row: MyOrdersPartRow,
  part: MyTab,
  origin: ProcessOfOrder | undefined,
): MyOrderRow {
  return {
    ...row,
    ...limitsOf(row),
    workorderId: row.id,
    workorderCode: row.code,
    bizCode: row.code,
    name: row.itemName,
    workorderState: row.status,
    nodeName: row.nodeName ?? origin?.node_names.join('、') ?? '',
    traceId: row.traceId ?? '',
    flowNodeId: row.nodeId ?? '',
    assignId: '',
    isDone: part === 'done' ? '1' : '0',
    isInitiated: part === 'initiated' ? '1' : '0',
    traceType: part === 'copied' ? '1' : '0',
    procInsId: row.id,
    procDefId: origin?.process_definition_id ?? '',
    itemDeployId: origin?.business_item_id ?? '',
    serveType: origin?.serve_types ?? [],
  };
}
