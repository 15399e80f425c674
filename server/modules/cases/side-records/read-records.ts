import type { OutputOf } from '#contract/endpoint.ts';
import type { sideRecords } from '#contract/side-records.ts';
import type { Actor } from '#domain/access/actor.ts';
import type { Context } from '#server/framework/context.ts';
import {
  asReader,
  presentRecordOffers,
  presentSideRecords,
  type ReadableOrder,
} from '#server/modules/cases/work-orders/service.ts';
import { readRecordSettings } from '#server/modules/design/items/service.ts';
import { currentHolidays } from '#server/modules/organisation/holidays/service.ts';

/** Returns the side records of the order, newest first, and the commands that this person may give now. */
export async function readRecords(
  context: Context,
  actor: Actor,
  readableOrder: ReadableOrder,
): Promise<OutputOf<typeof sideRecords.list>> {
  const holidays = await currentHolidays(context.db);
  const reader = asReader(actor, readableOrder);
  return {
    records: presentSideRecords(readableOrder),
    settings: readRecordSettings(readableOrder.order.record_settings),
    offers: presentRecordOffers(readableOrder, reader, holidays, context.now()),
  };
}
