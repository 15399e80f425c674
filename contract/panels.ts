import { z } from 'zod';
import { DueLight } from './list-columns.ts';

/**
 * People who are asked at a task, as its trace shows them (S1 §3 countersign assignee row;
 * docs/decisions/0094).
 */

const instant = z.iso.datetime();

/** An attachment, with the values of the server's own row. */
export const AttachedFile = z.object({ id: z.string(), name: z.string(), size: z.number().int() });
export type AttachedFile = z.output<typeof AttachedFile>;

/** One seat: its addressee, and the answer. */
export const SeatRow = z.object({
  /** Trace of the seat's task; empty before its turn. */
  id: z.string(),
  panelId: z.number().int(),
  /** Position within the panel, counted from 0. */
  seat: z.number().int(),
  /** Position of the group; groups take their turns in this order. */
  group: z.number().int(),
  /** Empty if people were asked one by one. */
  groupName: z.string(),
  /** All members of the group, joined by 、. */
  groupMemberNames: z.string(),
  /** 1: staff; 4: department; 3: another candidate key of several people. */
  handlerType: z.number().int(),
  /** The person who answered, else the addressee of the seat. */
  handlerName: z.string(),
  handlerOrgName: z.string(),
  /** 1: pass; 2: fail; null if there is no vote. */
  handlerResult: z.number().int().nullable(),
  handlerOpinion: z.string(),
  attachments: z.array(AttachedFile),
  /** 2: handled (S1 §3); 1: not handled. */
  isHandled: z.number().int(),
  /** `closed`: the panel was decided without this seat, or the order ended. */
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
  /** True if the reader may remove it. */
  canRemove: z.boolean(),
});
export type SeatRow = z.output<typeof SeatRow>;

/** A request to other people that was made at a task, with its progress. */
export const PanelView = z.object({
  id: z.number().int(),
  kind: z.enum(['before', 'after', 'countersign', 'delegate', 'returned']),
  /** Trace of the task from which it was started. */
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
  /** 1: back to the requester; 2: onwards in the flow. */
  flowCondition: z.number().int(),
  expiry: z.enum(['noAnswer', 'passed', 'failed']),
  /** Unit 1: working days; 2: calendar days. */
  limit: z.object({ amount: z.number().int(), unit: z.number().int() }).nullable(),
  due: DueLight,
  /** Null while undecided. */
  outcome: z.enum(['passed', 'failed', 'done', 'calledOff']).nullable(),
  /** Votes of the seats that count; removed seats are excluded. */
  tally: z.object({
    seats: z.number().int(),
    handled: z.number().int(),
    passed: z.number().int(),
    failed: z.number().int(),
    noAnswer: z.number().int(),
  }),
  seats: z.array(SeatRow),
  /** Actions that the reader may do with the panel. */
  can: z.object({ add: z.boolean(), remove: z.boolean() }),
});
export type PanelView = z.output<typeof PanelView>;
