import { z } from 'zod';
import { DueLight } from './list-columns.ts';
import { UrgeDetails } from './out-of-flow-events.ts';
import { AttachedFile, PanelView, SeatRow } from './panels.ts';
import { SpecialEntry } from './records/special-entry.ts';

const instant = z.iso.datetime();

/** A row of the trace (S1 §3 trace item). */
export const Trace = z.object({
  id: z.string(),
  number: z.number().int(),
  flowNodeId: z.string().nullable(),
  flowNodeName: z.string(),
  actName: z.string(),
  /** 0: in progress; else complete (S1 §4). */
  handlerStatus: z.number().int(),
  handlerOperation: z.number().int().nullable(),
  handlerName: z.string(),
  handlerOrgName: z.string(),
  /** Names of the people who may take a pending row. */
  candidateNames: z.array(z.string()),
  handlerOpinion: z.string(),
  remark: z.string(),
  startTime: instant,
  endTime: instant.nullable(),
  createdAt: instant,
  lastUpdatedAt: instant,
  due: DueLight,
  /** Receivers of a copy or an urge, with their names at that time. */
  receiverNames: z.array(z.string()),
  /** Urges received during this visit, oldest first (S1 §3). */
  remindList: z.array(UrgeDetails),
  /** Attachments of the opinion. */
  attachments: z.array(AttachedFile),
  /** People who were asked at this task, panel by panel; `panels` contains the requests. */
  workorderTraceAssignVos: z.array(SeatRow),
  /** The countersign of this task, or the one that this row answers; null or empty if there is none. */
  countersignWay: z.number().int().nullable(),
  countersignHandlerType: z.number().int().nullable(),
  countersignFlowCondition: z.number().int().nullable(),
  handlerLimitTime: z.number().int().nullable(),
  handlerLimitUnit: z.number().int().nullable(),
  /**
   * 1: pass; 2: fail. At the requester's row the result of the whole, at a seat's row the vote of the seat.
   */
  countersignHandlerResult: z.number().int().nullable(),
  countersignPromoterId: z.string(),
  countersignPromoterName: z.string(),
  /**
   * Our additions: requests to others from this task; seat of this row; person for whom a substitute did it
   * (乙 代 甲).
   */
  panels: z.array(PanelView),
  seatOf: z.object({ panelId: z.number().int(), seat: z.number().int() }).nullable(),
  onBehalfOf: z.string(),
  /** The panel to which a row without a node belongs. */
  aboutPanelId: z.number().int().nullable(),
});
export type Trace = z.output<typeof Trace>;

const noRecords = z.tuple([]);

/**
 * A trace row as in the specification's own call, with the S1 §3 records, which are always empty here;
 * clients read their length.
 */
export const DocumentedTrace = Trace.extend({
  corrects: noRecords,
  specials: z.array(SpecialEntry),
  outputs: noRecords,
  pays: noRecords,
  workorderRareVo: z.null(),
});
export type DocumentedTrace = z.output<typeof DocumentedTrace>;

/** The trace of an order and its source: a remote interface may replace ours (docs/decisions/0115). */
export const TracesResult = z.object({
  rows: z.array(DocumentedTrace),
  /**
   * Null for the portal's own trace. `fault`: reason why the remote rows are missing; `rows` are then the
   * portal's.
   */
  source: z.object({ name: z.string(), fault: z.string().nullable() }).nullable(),
});
export type TracesResult = z.output<typeof TracesResult>;
