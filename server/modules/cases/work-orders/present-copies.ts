import type { AttachedFile } from '#contract/panels.ts';
import type { Trace, WorkOrderPage } from '#contract/work-orders.ts';
import type { Actor } from '#domain/access/actor.ts';
import { actions, mayPerform } from '#domain/workflow/actions/registry.ts';
import type { ProcessDefinition } from '#domain/workflow/model/model.ts';
import type { OrderPageRecord, TraceRecordRow } from './queries.ts';

/** Returns the urges of a task while it was open, oldest first. */
export function urgesOf(
  records: readonly TraceRecordRow[],
  number: number,
  filesOf: (ids: readonly string[]) => AttachedFile[],
): Trace['remindList'] {
  return records
    .filter(({ details }) => details?.taskIds?.includes(number))
    .map((row) => ({
      title: row.details?.title ?? '',
      content: row.details?.text ?? '',
      reason: row.opinion,
      fileList: filesOf(row.file_ids),
      handlerName: row.handler_name,
      handlerOrgName: row.handler_org_name,
      createdAt: new Date(row.at).toISOString(),
    }));
}

export function receiverNamesOf({ details }: TraceRecordRow): string[] {
  return details?.receivers.map(({ name }) => name) ?? [];
}

function isCopy({ act_name, details }: Pick<TraceRecordRow, 'act_name' | 'details'>): boolean {
  return act_name === actions.copy.traceText && details !== null;
}

/** Returns the newest copy for a key of this person that the person did not send. */
export function newestCopyTo(
  actor: Actor,
  order: Pick<OrderPageRecord, 'id' | 'records' | 'read_copies' | 'ended_at'>,
  { readingNotes }: Pick<ProcessDefinition, 'readingNotes'>,
): WorkOrderPage['copy'] {
  const row = order.records.findLast(
    (record) =>
      isCopy(record) &&
      record.handler_id !== actor.staffId &&
      record.details?.receivers.some(({ key }) => actor.keys.includes(key)),
  );
  if (row === undefined) return null;
  return {
    traceId: `${order.id}.r${row.number}`,
    handlerName: row.handler_name,
    handlerOrgName: row.handler_org_name,
    note: row.opinion,
    createdAt: new Date(row.at).toISOString(),
    read: order.read_copies.includes(row.number),
    mayNote: readingNotes === true && order.ended_at === null && mayPerform(actor, 'leaveNote'),
  };
}
