import type { z } from 'zod';
import { copies } from '#contract/copies.ts';
import { type MyOrderRow, type WorkOrderRow, workOrders } from '#contract/work-orders.ts';
import type { Actor } from '#domain/access/actor.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/context/context.ts';
import { copiedPage } from './copied-list.ts';
import { donePage, initiatedPage, todoPage } from './lists.ts';
import { findOrigins, type OriginRecord } from './own-lists.queries.ts';

/** The matters in which a person takes part, by the specification's one call for all of them (S0 §7, S1 §2). */

export type MyOrdersQuery = z.output<typeof workOrders.myWorkOrderPage.query>;

/** A row of one of the four lists; only those of a step or a copy know it. */
type PartRow = WorkOrderRow & { traceId?: string; nodeId?: string; nodeName?: string };

/** Returns a page of what waits for the person, or of the part that the query asks for. */
export async function myOrdersPage(
  context: Context,
  actor: Actor,
  { isDone, isInitiated, traceType, sort, ...query }: MyOrdersQuery,
): Promise<{ rows: MyOrderRow[]; total: number } | Refusal<'badInput'>> {
  const asked = partAsked({ isDone, isInitiated, traceType });
  const page = await parts[asked](context, actor, query, sort);
  if (isRefusal(page)) return page;
  const origins = await findOrigins(
    context.db,
    page.rows.map(({ id }) => id),
  );
  return { rows: page.rows.map((row) => withDocumentedNames(row, origins.get(row.id))), total: page.total };
}

type Asked = Omit<MyOrdersQuery, 'isDone' | 'isInitiated' | 'traceType' | 'sort'>;
type Page = Promise<{ rows: PartRow[]; total: number } | Refusal<'badInput'>>;

type Part = (context: Context, actor: Actor, query: Asked, sort: string | undefined) => Page;

/** Asks a list of our own with a sorting that its columns know, read once. */
function sortedBy<Sort extends string>(
  sorts: z.ZodType<Sort>,
  ask: (context: Context, actor: Actor, query: Asked & { sort: Sort }) => Page,
): Part {
  return async (context, actor, query, sort) => {
    const read = sorts.safeParse(sort);
    if (read.success) return ask(context, actor, { ...query, sort: read.data });
    return refuse('badInput', { problems: [{ field: 'sort', message: '该列表不能按此列排序' }] });
  };
}

/** Each part as the list of our own has it. */
const parts: Readonly<Record<'waiting' | 'done' | 'initiated' | 'copied', Part>> = {
  waiting: sortedBy(workOrders.todoPage.query.shape.sort, (context, actor, query) =>
    todoPage(context, actor, { ...query, tab: 'all' }),
  ),
  done: sortedBy(workOrders.donePage.query.shape.sort, donePage),
  initiated: sortedBy(workOrders.initiatedPage.query.shape.sort, initiatedPage),
  copied: sortedBy(copies.page.query.shape.sort, copiedPage),
};

function partAsked({
  isDone,
  isInitiated,
  traceType = '',
}: Pick<MyOrdersQuery, 'isDone' | 'isInitiated' | 'traceType'>): keyof typeof parts {
  const isYes = (given: string | undefined) => given === '1' || given === 'true';
  if (isYes(isInitiated)) return 'initiated';
  if (traceType !== '' && traceType !== '0') return 'copied';
  return isYes(isDone) ? 'done' : 'waiting';
}

function withDocumentedNames(row: PartRow, origin: OriginRecord | undefined): MyOrderRow {
  return {
    ...row,
    workorderId: row.id,
    workorderCode: row.code,
    bizCode: row.code,
    name: row.itemName,
    workorderState: row.status,
    nodeName: row.nodeName ?? origin?.node_names.join('、') ?? '',
    traceId: row.traceId ?? '',
    flowNodeId: row.nodeId ?? '',
    assignId: '',
    procInsId: row.id,
    procDefId: origin?.process_definition_id ?? '',
    itemDeployId: origin?.business_item_id ?? '',
    serveType: origin?.serve_types ?? [],
  };
}
