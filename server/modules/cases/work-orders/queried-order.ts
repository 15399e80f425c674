import type { WorkOrderPage } from '#contract/work-orders.ts';
import type { Actor } from '#domain/access/actor.ts';
import { refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import { type Access, order } from '#server/framework/routing/access.ts';
import { getPublishedProcess } from '#server/modules/design/processes/service.ts';
import { isNamed, type ReadableOrder } from './access.ts';
import { findOrderPage, type OrderPageRecord } from './queries.ts';
import { crossArea } from './query-terms.ts';
import { detailPage } from './service.ts';

/**
 * The order that a query has found: one's own to read, or of the region that the right of the query across organisations
 * opens. Everything else is not there (docs/decisions/0061).
 */
export const readsQueriedOrder: Access<Actor, ReadableOrder<OrderPageRecord>> = order('read', {
  refusals: [],
  async find({ context, actor }, named) {
    const found = await findOrderPage(context.db, actor, named);
    if (!found || !isNamed(found, named)) return refuse('notFound');
    const area = crossArea(actor);
    const isOpen = found.readable || (area !== undefined && found.area_code.startsWith(area));
    if (!isOpen) return refuse('notFound');
    const process = await getPublishedProcess(context.db, found.process_definition_id);
    return {
      order: { order: found, definition: process.definition, process, trace: named.trace },
      task: undefined,
    };
  },
});

/** The page of an order for who looks it up: everything that there is to read, masked, and nothing to press. */
export async function queriedPage(
  context: Context,
  actor: Actor,
  found: ReadableOrder<OrderPageRecord>,
): Promise<WorkOrderPage> {
  const page = await detailPage(context, actor, found);
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
