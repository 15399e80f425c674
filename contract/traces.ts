import { z } from 'zod';
import { DueLight } from './list-columns.ts';
import { Remind } from './out-of-flow-events.ts';
import { AttachedFile, PanelView, SeatRow } from './panels.ts';

const instant = z.iso.datetime();

/** A row of the trace (S1 §3 trace item). */
export const Trace = z.object({
  id: z.string(),
  number: z.number().int(),
  flowNodeId: z.string().nullable(),
  flowNodeName: z.string(),
  actName: z.string(),
  /** 0 in progress, else complete (S1 §4). */
  handlerStatus: z.number().int(),
  handlerOperation: z.number().int().nullable(),
  handlerName: z.string(),
  handlerOrgName: z.string(),
  /** The people who may take a pending row, in words. */
  candidateNames: z.array(z.string()),
  handlerOpinion: z.string(),
  remark: z.string(),
  startTime: instant,
  endTime: instant.nullable(),
  createdAt: instant,
  lastUpdatedAt: instant,
  due: DueLight,
  /** Of a copy or an urge: whom it went to, as they were called then. */
  receiverNames: z.array(z.string()),
  /** Urges that this visit got while it waited, oldest first (S1 §3). */
  remindList: z.array(Remind),
  /** Attachments of the opinion. */
  attachments: z.array(AttachedFile),
  /** Those who were asked at this task, panel after panel; `panels` has what was asked of them. */
  workorderTraceAssignVos: z.array(SeatRow),
  /** The countersign of this task, or the one that this row answers; null and empty where there is none. */
  countersignWay: z.number().int().nullable(),
  countersignHandlerType: z.number().int().nullable(),
  countersignFlowCondition: z.number().int().nullable(),
  handlerLimitTime: z.number().int().nullable(),
  handlerLimitUnit: z.number().int().nullable(),
  /** 1 pass, 2 fail: of the whole at its promoter's row, of one seat at that seat's. */
  countersignHandlerResult: z.number().int().nullable(),
  countersignPromoterId: z.string(),
  countersignPromoterName: z.string(),
  /** Our additions: requests to others from this task; seat that this row fills; person it was done for (乙 代 甲). */
  panels: z.array(PanelView),
  seatOf: z.object({ panelId: z.number().int(), seat: z.number().int() }).nullable(),
  onBehalfOf: z.string(),
  /** The panel that a row without a node is about. */
  aboutPanelId: z.number().int().nullable(),
});
export type Trace = z.output<typeof Trace>;

const noRecords = z.tuple([]);

/**
 * A row as the specification's own call answers it: with the records of S1 §3, of which no order has any. Clients read
 * their length.
 */
export const DocumentedTrace = Trace.extend({
  corrects: noRecords,
  specials: noRecords,
  outputs: noRecords,
  pays: noRecords,
  workorderRareVo: z.null(),
});
export type DocumentedTrace = z.output<typeof DocumentedTrace>;

/** The trace of an order, and whose it is: a remote interface may stand in for ours (docs/decisions/0115). */
export const TracesAnswer = z.object({
  rows: z.array(DocumentedTrace),
  /** Null for a trace kept here. `fault`: why its rows are missing; then `rows` are the portal's. */
  source: z.object({ name: z.string(), fault: z.string().nullable() }).nullable(),
});
export type TracesAnswer = z.output<typeof TracesAnswer>;
