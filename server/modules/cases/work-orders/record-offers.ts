import type { RecordOffer } from '#contract/records/record-offer.ts';
import type { Actor } from '#domain/access/actor.ts';
import type { HolidayTable } from '#domain/calendar/holiday-table.ts';
import type { OrderState, ProcessDefinition } from '#domain/workflow/model/model.ts';
import { recordOffersFor } from '#domain/workflow/record-offers.ts';
import { readRecordSettings } from '#server/modules/design/items/service.ts';

/** An order with the parts that determine the commands on its side records. */
interface RecordedOrder {
  order: { id: string; state: OrderState; record_settings: unknown };
  definition: ProcessDefinition;
}

/** Returns the commands on side records that this person may give on the order now. */
export function presentRecordOffers(
  { order, definition }: RecordedOrder,
  actor: Actor,
  holidays: HolidayTable,
  now: Date,
): RecordOffer[] {
  const records = { settings: readRecordSettings(order.record_settings), holidays };
  return recordOffersFor(order.state, definition, actor, records, now).map(({ atTaskId, ...offer }) => ({
    ...offer,
    ...placeOf({ order, definition }, atTaskId),
  }));
}

/** Returns the trace and the node of a task for the wire; empty for a record of the whole order. */
export function placeOf(
  { order, definition }: Pick<RecordedOrder, 'definition'> & { order: { id: string; state: OrderState } },
  taskId: number | null,
): { traceId: string | null; nodeName: string } {
  const nodeId = taskId === null ? undefined : order.state.tasks[taskId - 1]?.nodeId;
  return {
    traceId: taskId === null ? null : `${order.id}.${taskId}`,
    nodeName: nodeId === undefined ? '' : (definition.nodes[nodeId]?.name ?? ''),
  };
}
