import { openCountersigns } from '#domain/workflow/state/panels.ts';
import type { Context } from '#server/framework/context.ts';
import { findOrderToAct, listOrdersWithCountersign } from '../order/order.queries.ts';
import { expireOnePanel } from './expire-panels.ts';

/** Number of orders read at a time. */
const batchSize = 200;

/**
 * Passes over the seats of countersigns that wait only for people who have left since the last answer
 * (docs/decisions/0105). Each order is decided and written separately, as after an expired limit.
 */
export async function passAbsentSeats(context: Context): Promise<void> {
  const { db } = context;
  const now = context.now();
  const failures: unknown[] = [];
  let ids: string[];
  let last: string | undefined;
  do {
    ids = await listOrdersWithCountersign(db, last, batchSize);
    for (const workorderId of ids) {
      await skipAbsentSeats(context, workorderId, now).catch((error: unknown) => failures.push(error));
    }
    last = ids.at(-1);
  } while (ids.length === batchSize);
  if (failures.length > 0)
    throw new AggregateError(failures, 'Some countersigns could not be checked for absent participants');
}

async function skipAbsentSeats(context: Context, workorderId: string, now: Date): Promise<void> {
  const order = await findOrderToAct(context.db, { id: workorderId });
  for (const { id: panelId } of order ? openCountersigns(order.state) : []) {
    await expireOnePanel(context, { workorderId, panelId, dueAt: null }, now);
  }
}
