import type { OutputOf } from '#contract/endpoint.ts';
import type { sideRecords } from '#contract/side-records.ts';
import type { Actor } from '#domain/access/actor.ts';
import { maskedDataOf, stateRulesOf } from '#domain/records/registry.ts';
import { recordKindLabel } from '#domain/records/side-record.ts';
import type { Context } from '#server/framework/context.ts';
import {
  asReader,
  placeOf,
  presentRecordOffers,
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
  const { records = [] } = readableOrder.order.state;
  const holidays = await currentHolidays(context.db);
  const reader = asReader(actor, readableOrder);
  return {
    records: records.toReversed().map((record) => {
      const { label, isOpen } = stateRulesOf(record);
      return {
        id: record.id,
        kind: record.kind,
        kindName: recordKindLabel[record.kind],
        state: record.state,
        stateName: label,
        isOpen,
        ...placeOf(readableOrder, record.taskId),
        openedAt: record.openedAt,
        openedBy: record.openedBy.name,
        changedAt: record.changedAt,
        changedBy: record.changedBy.name,
        dueAt: record.due?.at ?? null,
        pauses: record.pauses.map(({ from, until }) => ({ from, until })),
        extension: record.extension && { days: record.extension.days, of: record.extension.of },
        data: (maskedDataOf(record) ?? {}) as Record<string, unknown>,
      };
    }),
    settings: readRecordSettings(readableOrder.order.record_settings),
    offers: presentRecordOffers(readableOrder, reader, holidays, context.now()),
  };
}
