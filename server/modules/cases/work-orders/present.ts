import type { QueriedOrder } from '#contract/order-query.ts';
import type { AttachedFile, PanelView } from '#contract/panels.ts';
import type { Trace, WorkOrderRow } from '#contract/work-orders.ts';
import type { HolidayTable } from '#domain/calendar/holiday-table.ts';
import { CountersignOrder, CountersignResult, CountersignWay } from '#domain/enumerations/countersign.ts';
import { isWorkOrderStatus, workOrderStatusLabel } from '#domain/enumerations/work-order-status.ts';
import { orderColumns } from '#domain/lists/order-columns.ts';
import { queryColumns } from '#domain/lists/query-columns.ts';
import { type ItemLightDays, lightsOfStep } from '#domain/supervision/light-days.ts';
import type { OrderState } from '#domain/workflow/model/model.ts';
import { presentDueDate } from '#server/modules/organisation/holidays/service.ts';
import { presentColumns } from './columns.ts';
import type { QueriedRecord } from './filtered-orders.queries.ts';
import type { ListRecord } from './lists.queries.ts';
import { receiverNamesOf, urgesOf } from './present-copies.ts';
import type { TraceRecord, TraceRecordRow } from './queries.ts';
import type { TraceHead } from './trace-head.ts';

export function statusLabelOf(status: number): string {
  return isWorkOrderStatus(status) ? workOrderStatusLabel[status] : '';
}

/**
 * Presents a row of a list. Names in lists are always masked, because lists are read by the page, and such
 * readings are not audited.
 */
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

/** Presents an order for the combined query and the lists of statistics. */
export function presentQueried(row: QueriedRecord, holidays: HolidayTable, now: Date): QueriedOrder {
  return { ...presentRow(row, holidays, now), ...presentColumns(queryColumns, row, holidays, now) };
}

/**
 * Facts that a trace shows besides its own rows: the people who were asked, the person on whose behalf it was
 * handled, its attachments.
 */
export interface TraceExtras {
  panels: readonly PanelView[];
  tasks: OrderState['tasks'];
  filesOf(ids: readonly string[]): AttachedFile[];
}

/** The order of a trace, with the lights of its item. */
interface PresentedOrder {
  id: string;
  traces: readonly TraceRecord[];
  records: readonly TraceRecordRow[];
  ended: boolean;
  light_days: ItemLightDays | null;
}

/**
 * Presents the trace in the order of S1 §4: pending rows first, then rows with no flow node, then handled
 * rows by last update, newest first; or only its first part, if one is given.
 */
export function presentTraces(
  order: PresentedOrder,
  extras: TraceExtras,
  holidays: HolidayTable,
  now: Date,
  head?: Pick<TraceHead, 'shownTaskIds' | 'shownRecordNumbers'>,
): Trace[] {
  const shown = order.traces.filter(({ number }) => head?.shownTaskIds.has(number) ?? true);
  const records = order.records.filter(({ number }) => head?.shownRecordNumbers.has(number) ?? true);
  const visits = shown.map((row) => presentTaskTrace(order, row, extras, holidays, now));
  const newestFirst = (left: Trace, right: Trace) =>
    right.lastUpdatedAt.localeCompare(left.lastUpdatedAt) || right.number - left.number;
  return [
    ...visits.filter(({ handlerStatus }) => handlerStatus === 0).sort(newestFirst),
    ...records.map((row) => presentRecord(order.id, row, extras)).sort(newestFirst),
    ...visits.filter(({ handlerStatus }) => handlerStatus !== 0).sort(newestFirst),
  ];
}

const instant = (text: string) => new Date(text).toISOString();

function presentTaskTrace(
  order: Omit<PresentedOrder, 'traces'>,
  row: TraceRecord,
  extras: TraceExtras,
  holidays: HolidayTable,
  now: Date,
): Trace {
  const id = `${order.id}.${row.number}`;
  const startedAt = instant(row.started_at);
  const endedAt = row.ended_at === null ? null : instant(row.ended_at);
  return {
    id,
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
    startTime: startedAt,
    endTime: endedAt,
    createdAt: startedAt,
    lastUpdatedAt: endedAt !== null && row.ended_at === row.updated_at ? endedAt : instant(row.updated_at),
    due: presentDueDate(
      { at: row.due_at, provisional: row.due_provisional, ended: order.ended || row.handler_status !== 0 },
      holidays,
      now,
      order.light_days === null ? undefined : lightsOfStep(order.light_days, row.node_id),
    ),
    attachments: extras.filesOf(row.file_ids),
    ...panelFieldsOf(id, row.number, extras),
    onBehalfOf: representedPersonAt(extras.tasks[row.number - 1]),
    aboutPanelId: null,
    receiverNames: [],
    remindList: urgesOf(order.records, row.number, extras.filesOf),
  };
}

/**
 * Returns the person on whose behalf a task is or was done: the absent person, else the person who delegated
 * it.
 */
function representedPersonAt(task: OrderState['tasks'][number] | undefined): string {
  return (task?.standsFor ?? task?.onBehalfOf)?.name ?? '';
}

type PanelFields = Pick<
  Trace,
  | 'workorderTraceAssignVos'
  | 'panels'
  | 'seatOf'
  | 'countersignWay'
  | 'countersignHandlerType'
  | 'countersignFlowCondition'
  | 'handlerLimitTime'
  | 'handlerLimitUnit'
  | 'countersignHandlerResult'
  | 'countersignPromoterId'
  | 'countersignPromoterName'
>;

/** The time limit of a row that waits for no handler. */
export const noDue: Trace['due'] = { dueAt: null, provisional: false, light: 'none', text: '' };

export const noPanelFields: PanelFields = {
  workorderTraceAssignVos: [],
  panels: [],
  seatOf: null,
  countersignWay: null,
  countersignHandlerType: null,
  countersignFlowCondition: null,
  handlerLimitTime: null,
  handlerLimitUnit: null,
  countersignHandlerResult: null,
  countersignPromoterId: '',
  countersignPromoterName: '',
};

/** Returns the panels of a row, its own seat, and the countersign of either in the fields of S1 §3. */
function panelFieldsOf(id: string, number: number, { panels, tasks }: TraceExtras): PanelFields {
  const ownPanels = panels.filter(({ traceId }) => traceId === id);
  const { panelId = null, seat = null } = tasks[number - 1] ?? {};
  const panelOfTask = panels.find((panel) => panel.id === panelId);
  const seatOf = panelOfTask && seat !== null ? { panelId: panelOfTask.id, seat } : null;
  const fields = {
    ...noPanelFields,
    panels: ownPanels,
    seatOf,
    workorderTraceAssignVos: ownPanels.flatMap(({ seats }) => seats),
  };
  const started = ownPanels.findLast(({ kind }) => kind === 'countersign');
  const countersign = started ?? (panelOfTask?.kind === 'countersign' ? panelOfTask : undefined);
  if (countersign === undefined) return fields;
  const answer = started ? undefined : countersign.seats.find((one) => one.id === id);
  return {
    ...fields,
    countersignWay: countersign.seats.some(({ groupName }) => groupName !== '')
      ? CountersignWay.perGroup
      : CountersignWay.perPerson,
    countersignHandlerType:
      countersign.sequence === 'inOrder' ? CountersignOrder.sequential : CountersignOrder.any,
    countersignFlowCondition: countersign.flowCondition,
    handlerLimitTime: countersign.limit?.amount ?? null,
    handlerLimitUnit: countersign.limit?.unit ?? null,
    countersignHandlerResult: started ? resultOf(countersign.outcome) : (answer?.handlerResult ?? null),
    countersignPromoterId: countersign.promoterId,
    countersignPromoterName: countersign.promoterName,
  };
}

function resultOf(outcome: PanelView['outcome']): number | null {
  if (outcome === 'passed') return CountersignResult.pass;
  return outcome === 'failed' ? CountersignResult.fail : null;
}

function presentRecord(orderId: string, row: TraceRecordRow, { filesOf }: TraceExtras): Trace {
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
    remark: row.details?.standsFor ? `${row.handler_name} 代 ${row.details.standsFor.name}` : row.remark,
    startTime: at,
    endTime: at,
    createdAt: at,
    lastUpdatedAt: at,
    due: noDue,
    attachments: filesOf(row.file_ids),
    ...noPanelFields,
    onBehalfOf: row.details?.standsFor?.name ?? '',
    aboutPanelId: row.panel_id,
    receiverNames: receiverNamesOf(row),
    remindList: [],
  };
}
