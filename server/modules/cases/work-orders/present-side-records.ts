import type { SideRecordRow } from '#contract/side-records.ts';
import { maskedDataOf, stateRulesOf } from '#domain/records/registry.ts';
import { recordKindLabel } from '#domain/records/side-record.ts';
import type { OrderState, ProcessDefinition } from '#domain/workflow/model/model.ts';
import { placeOf } from './record-offers.ts';

/** Returns the side records of a state of an order, newest first, as every reader sees them. */
export function presentSideRecords(readableOrder: {
  order: { id: string; state: OrderState };
  definition: ProcessDefinition;
}): SideRecordRow[] {
  const { records = [] } = readableOrder.order.state;
  return records.toReversed().map((record) => {
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
  });
}
