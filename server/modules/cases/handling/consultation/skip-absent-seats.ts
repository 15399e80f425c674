import { openCountersigns } from '#domain/workflow/state/panels.ts';
import type { Context } from '#server/framework/context.ts';
import { findOrderForAction, listOrdersWithCountersign } from '../order/order.queries.ts';
import { expirePanel } from './expire-panels.ts';

/** Number of orders read at a time. */
const batchSize = 200;

/**
 * Skips the seats of countersigns that wait only for people who have left since the last answer
 * (docs/decisions/0105). Each order is decided and written separately, as after an expired limit.
 */
export async function skipAbsentSeats(context: Context): Promise<void> {
  const { db } = context;
  const now = context.now();
  const failures: unknown[] = [];
  let ids: string[];
  let last: string | undefined;
  do {
    ids = await listOrdersWithCountersign(db, last, batchSize);
    for (const workorderId of ids) {
      await skipAbsentSeatsOf(context, workorderId, now).catch((error: unknown) => failures.push(error));
    }
    last = ids.at(-1);
  } while (ids.length === batchSize);
  if (failures.length > 0)
    throw new AggregateError(failures, 'Some countersigns could not be checked for absent participants');
}

async function skipAbsentSeatsOf(context: Context, workorderId: string, now: Date): Promise<void> {
  const order = await findOrderForAction(context.db, { id: workorderId });
  for (const { id: panelId } of order ? openCountersigns(order.state) : []) {
    await expirePanel(context, { workorderId, panelId, dueAt: null }, now);
  }
}
