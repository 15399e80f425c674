import { z } from 'zod';
import { DocumentCategory } from '#domain/enumerations/document-category.ts';
import { PaymentNoticeStatus } from '#domain/enumerations/payment.ts';
import { DueLight } from './list-columns.ts';
import { UrgeDetails } from './out-of-flow-events.ts';
import { AttachedFile, PanelView, SeatRow } from './panels.ts';
import { CorrectionEntry, RareEntry } from './record-entries.ts';
import { SpecialEntry } from './special-entry.ts';

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

/** Certificates and papers that were issued at the step (出证, S1 §4: 14001). */
export const TracedOutput = z.object({
  id: z.number().int(),
  resultCode: z.number().int(),
  outputState: z.string(),
  outputStateName: z.string(),
  sendWay: z.string(),
  sendWayName: z.string(),
  outputs: z.array(
    z.object({
      name: z.string(),
      category: z.enum(DocumentCategory),
      number: z.string(),
      copies: z.number().int(),
    }),
  ),
  /** Name of the person who collected them, and the relation of an agent to the applicant. */
  receiver: z.string(),
  relation: z.string(),
  /** Time of the service (送达). */
  serviceTime: instant.nullable(),
});
export type TracedOutput = z.output<typeof TracedOutput>;

/** An express item that was opened at the step (S1 §3). */
export const TracedExpress = z.object({
  id: z.number().int(),
  mailNum: z.string(),
  send_type: z.string(),
  status: z.string(),
  statusName: z.string(),
  carrier: z.string(),
  contents: z.string(),
  serviceTime: instant.nullable(),
});
export type TracedExpress = z.output<typeof TracedExpress>;

/**
 * A trace row as in the specification's own call, with the S1 §3 records; clients read their length.
 */
export const DocumentedTrace = Trace.extend({
  corrects: z.array(CorrectionEntry),
  specials: z.array(SpecialEntry),
  outputs: z.array(TracedOutput),
  expresses: z.array(TracedExpress),
  workorderRareVo: RareEntry.nullable(),
  /** Payments that were ordered at the row's task (S1 §3). */
  pays: z.array(
    z.object({
      startTime: z.iso.datetime(),
      /** 缴款书号. */
      paynoteNo: z.string(),
      /** Yuan with two decimals. */
      costTotal: z.string(),
      status: z.enum(PaymentNoticeStatus),
    }),
  ),
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
