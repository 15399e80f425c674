import type { WorkOrderPage } from '#contract/work-orders.ts';
import type { Actor } from '#domain/access/actor.ts';
import { refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import { type Access, order } from '#server/framework/routing/access.ts';
import { getPublishedProcess } from '#server/modules/design/processes/service.ts';
import { isNamed, type ReadableOrder } from './access.ts';
import { findOrderPage, type OrderPageRecord } from './queries.ts';
import { regionOfCrossQuery } from './query-terms.ts';
import { detailPage } from './service.ts';

/**
 * Access to an order found by a query: one that the person may read, or one of the region if the person may
 * query across organisations. Every other one is not found (docs/decisions/0061).
 */
export const readsQueriedOrder: Access<Actor, ReadableOrder<OrderPageRecord>> = order('read', {
  refusals: [],
  async find({ context, actor }, named) {
    const orderRow = await findOrderPage(context.db, actor, named);
    if (!orderRow || !isNamed(orderRow, named)) return refuse('notFound');
    const area = regionOfCrossQuery(actor);
    const mayOpen = orderRow.readable || (area !== undefined && orderRow.area_code.startsWith(area));
    if (!mayOpen) return refuse('notFound');
    const process = await getPublishedProcess(context.db, orderRow.process_definition_id);
    return {
      order: { order: orderRow, definition: process.definition, process, trace: named.trace },
      task: undefined,
    };
  },
});

/** Returns the page of an order found by a query: all its readable data, masked, without buttons. */
export async function queriedPage(
  context: Context,
  actor: Actor,
  readableOrder: ReadableOrder<OrderPageRecord>,
): Promise<WorkOrderPage> {
  const page = await detailPage(context, actor, readableOrder);
  const can = Object.fromEntries(Object.keys(page.can).map((name) => [name, false])) as WorkOrderPage['can'];
  const forms = page.forms.map((form) => ({
    ...form,
    configJson: { allowEdit: [] },
    authority: Object.fromEntries(
      Object.entries(form.authority).map(([field, access]) => [field, access === 2 ? 1 : access]),
    ),
  }));
  return { ...page, forms, task: null, tasks: [], waitsFor: [], copy: null, offers: [], can };
}
