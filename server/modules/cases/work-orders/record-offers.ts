import type { RecordOffer } from '#contract/record-offer.ts';
import type { Actor } from '#domain/access/actor.ts';
import type { HolidayTable } from '#domain/calendar/holiday-table.ts';
import { isCandidateFor } from '#domain/substitutes/substitution.ts';
import type { OrderState, ProcessDefinition } from '#domain/workflow/model/model.ts';
import { recordOffersFor } from '#domain/workflow/record-offers.ts';
import { recordThatBlocks, textOfOpenRecord } from '#domain/workflow/state/records.ts';
import { openTasks } from '#domain/workflow/state/status.ts';
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

/** Returns what the handler bar says about side records: the commands, and the record that blocks an own task. */
export function recordsForBar(
  recordedOrder: RecordedOrder,
  actor: Actor,
  holidays: HolidayTable,
  now: Date,
): { recordOffers: RecordOffer[]; blockedBy: string } {
  const { state } = recordedOrder.order;
  const ownTasks = openTasks(state).filter((task) => isCandidateFor(actor, task));
  // An initiator to whom the order came back has only 提交 (S1 §4).
  if (ownTasks.some(({ nodeId }) => nodeId === recordedOrder.definition.startId))
    return { recordOffers: [], blockedBy: '' };
  const blocking = ownTasks.flatMap((task) => recordThatBlocks(state, task) ?? []);
  const ids = blocking.map(({ id }) => id);
  return {
    recordOffers: presentRecordOffers(recordedOrder, actor, holidays, now).filter(
      ({ recordId, whyNot }) => whyNot === '' && (recordId === null || ids.includes(recordId)),
    ),
    blockedBy: blocking[0] === undefined ? '' : textOfOpenRecord(blocking[0]),
  };
}
