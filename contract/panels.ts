import { z } from 'zod';
import { DueLight } from './list-columns.ts';

/** Those who are asked at a task, as its trace shows them (S1 §3 countersign assignee row; docs/decisions/0094). */

const instant = z.iso.datetime();

/** An attachment as the server's own row has it. */
export const AttachedFile = z.object({ id: z.string(), name: z.string(), size: z.number().int() });
export type AttachedFile = z.output<typeof AttachedFile>;

/** One seat: whom it names, and what was said there. */
export const SeatRow = z.object({
  /** Trace of the seat's task; empty before its turn. */
  id: z.string(),
  panelId: z.number().int(),
  /** Counts from 0 within the panel. */
  seat: z.number().int(),
  /** Groups have their turn in this order. */
  group: z.number().int(),
  /** Empty where people were asked one by one. */
  groupName: z.string(),
  /** All members of the group, with 、 between them. */
  groupMemberNames: z.string(),
  /** 1 staff, 4 department, 3 another key that several answer to. */
  handlerType: z.number().int(),
  /** The person who answered, else the addressee of the seat. */
  handlerName: z.string(),
  handlerOrgName: z.string(),
  /** 1 pass, 2 fail, null where there is no vote. */
  handlerResult: z.number().int().nullable(),
  handlerOpinion: z.string(),
  attachments: z.array(AttachedFile),
  /** 2 handled (S1 §3), 1 not. */
  isHandled: z.number().int(),
  /** `closed`: decided without it, or ended with the order. */
  state: z.enum([
    'beforeTurn',
    'asked',
    'passed',
    'failed',
    'answered',
    'removed',
    'absent',
    'expired',
    'closed',
  ]),
  askedAt: instant.nullable(),
  handledAt: instant.nullable(),
  /** True where the reader may take it off. */
  canRemove: z.boolean(),
});
export type SeatRow = z.output<typeof SeatRow>;

/** A request to others that one act made at a task, with its progress. */
export const PanelView = z.object({
  id: z.number().int(),
  kind: z.enum(['before', 'after', 'countersign', 'delegate', 'returned']),
  /** Trace of the task that it was started from. */
  traceId: z.string(),
  flowNodeName: z.string(),
  promoterId: z.string(),
  promoterName: z.string(),
  promoterOrgName: z.string(),
  reason: z.string(),
  attachments: z.array(AttachedFile),
  startedAt: instant,
  sequence: z.enum(['any', 'inOrder']),
  rule: z.enum(['all', 'majority', 'share', 'veto']),
  percent: z.number().int().nullable(),
  /** 1 back to who asked, 2 on along the flow. */
  flowCondition: z.number().int(),
  expiry: z.enum(['noAnswer', 'passed', 'failed']),
  /** In working (1) or calendar days (2). */
  limit: z.object({ amount: z.number().int(), unit: z.number().int() }).nullable(),
  due: DueLight,
  /** Null while it is not decided. */
  outcome: z.enum(['passed', 'failed', 'done', 'calledOff']).nullable(),
  /** Of the seats that count: those taken off are not among them. */
  tally: z.object({
    seats: z.number().int(),
    handled: z.number().int(),
    passed: z.number().int(),
    failed: z.number().int(),
    noAnswer: z.number().int(),
  }),
  seats: z.array(SeatRow),
  /** Acts that the reader may do to it. */
  can: z.object({ add: z.boolean(), remove: z.boolean() }),
});
export type PanelView = z.output<typeof PanelView>;
