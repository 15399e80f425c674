import type { Trace, WorkOrderRow } from '#contract/work-orders.ts';
import type { HolidayTable } from '#domain/calendar/holiday-table.ts';
import { isWorkOrderStatus, workOrderStatusLabel } from '#domain/enumerations/work-order-status.ts';
import { orderColumns } from '#domain/lists/order-columns.ts';
import { showDue } from '#server/modules/supervision/service.ts';
import { presentColumns } from './columns.ts';
import type { ListRecord } from './lists.queries.ts';
import { receiverNamesOf, remindsOf } from './present-copies.ts';
import type { RecordRecord, TraceRecord } from './queries.ts';

export function statusLabelOf(status: number): string {
  return isWorkOrderStatus(status) ? workOrderStatusLabel[status] : '';
}

/** Names in lists are always masked: a list is read by the page, and no reading of it is audited. */
export function presentRow(row: ListRecord, holidays: HolidayTable, now: Date): WorkOrderRow {
  return {
    id: row.id,
    taskCode: row.task_code,
    statusLabel: statusLabelOf(row.status),
    updatedAt: row.updated_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    ...presentColumns(orderColumns, row, holidays, now),
  };
}

/**
 * The trace in the order of S1 §4: pending rows first, then rows with no flow node, then handled rows by last update,
 * newest first.
 */
export function presentTraces(
  order: { id: string; traces: readonly TraceRecord[]; records: readonly RecordRecord[]; ended: boolean },
  holidays: HolidayTable,
  now: Date,
): Trace[] {
  const visits = order.traces.map((row) => ({
    ...presentVisit(order.id, row, order.ended, holidays, now),
    remindList: remindsOf(order.records, row.number),
  }));
  const newestFirst = (left: Trace, right: Trace) =>
    right.lastUpdatedAt.localeCompare(left.lastUpdatedAt) || right.number - left.number;
  return [
    ...visits.filter(({ handlerStatus }) => handlerStatus === 0).sort(newestFirst),
    ...order.records.map((row) => presentRecord(order.id, row)).sort(newestFirst),
    ...visits.filter(({ handlerStatus }) => handlerStatus !== 0).sort(newestFirst),
  ];
}

const instant = (text: string) => new Date(text).toISOString();

function presentVisit(
  orderId: string,
  row: TraceRecord,
  ended: boolean,
  holidays: HolidayTable,
  now: Date,
): Omit<Trace, 'remindList'> {
  return {
    id: `${orderId}.${row.number}`,
    number: row.number,
    flowNodeId: row.node_id,
    flowNodeName: row.node_name,
    actName: row.act_name,
    handlerStatus: row.handler_status,
    handlerOperation: row.handler_operation,
    handlerName: row.handler_name,
    handlerOrgName: row.handler_org_name,
    candidateNames: row.candidate_names,
    handlerOpinion: row.opinion,
    remark: row.remark,
    startTime: instant(row.started_at),
    endTime: row.ended_at === null ? null : instant(row.ended_at),
    createdAt: instant(row.started_at),
    lastUpdatedAt: instant(row.updated_at),
    due: showDue(
      { at: row.due_at, provisional: row.due_provisional, ended: ended || row.handler_status !== 0 },
      holidays,
      now,
    ),
    receiverNames: [],
  };
}

function presentRecord(orderId: string, row: RecordRecord): Trace {
  const at = instant(row.at);
  return {
    id: `${orderId}.r${row.number}`,
    number: row.number,
    flowNodeId: null,
    flowNodeName: '',
    actName: row.act_name,
    handlerStatus: 1,
    handlerOperation: row.handler_operation,
    handlerName: row.handler_name,
    handlerOrgName: row.handler_org_name,
    candidateNames: [],
    handlerOpinion: row.opinion,
    remark: row.remark,
    startTime: at,
    endTime: at,
    createdAt: at,
    lastUpdatedAt: at,
    due: { dueAt: null, provisional: false, light: 'none', text: '' },
    receiverNames: receiverNamesOf(row),
    remindList: [],
  };
}
