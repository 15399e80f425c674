/**
 * A panel: the seats that one action starts at a visit, and the rule by which they are decided. See
 * docs/decisions/0035.
 */
import type { Person } from '../../access/actor.ts';
import type { TimeLimit } from '../../calendar/clock-ledger.ts';

/**
 * Purpose of a slot: the node's own work, a signer before or after it, a participant in a countersign, a
 * delegate whose opinion is returned, a person who did the node before and is asked again, one of several
 * instances of the node.
 */
export type SlotKind = 'main' | 'before' | 'after' | 'countersign' | 'delegate' | 'returned' | 'instance';

/** The answers that a panel needs: all, more than half, a share in percent, or no veto. */
export type PanelRule = { kind: 'all' | 'majority' | 'veto' } | { kind: 'share'; percent: number };

/** The vote of a seat that has not answered when the limit is over: no answer, a yes, a no. */
export type ExpiryPolicy = 'noAnswer' | 'passed' | 'failed';

/**
 * Outcome of a seat: its answer (`passed`, `failed`, `answered`), removed by the person who added it, `absent`
 * if no eligible person in service can answer (not the same as a person on leave), or no answer in time.
 */
export type SeatOutcome = 'passed' | 'failed' | 'answered' | 'removed' | 'absent' | 'expired';

export interface Seat {
  /** Seats of one group are asked together; the lowest group comes first. */
  group: number;
  /** Name that its starter gives the group; null if people were asked one by one. */
  groupName: string | null;
  /** Keys of the seat; it has one vote, which any person with one of these keys may give. */
  keys: readonly string[];
  /** Its latest task; null before its turn. */
  taskId: number | null;
  outcome: SeatOutcome | null;
}

/** A seat as requested by a command. */
export type SeatRequest = Pick<Seat, 'group' | 'keys'> & Partial<Pick<Seat, 'groupName'>>;

/** Returns a seat that has no task yet. */
export function emptySeat({ group, keys, groupName = null }: SeatRequest): Seat {
  return { group, groupName, keys, taskId: null, outcome: null };
}

/**
 * Slots that one action started at a visit, and the rule by which they are decided. See docs/decisions/0035.
 */
export interface Panel {
  /** Number from 1 within the order. */
  id: number;
  /** Token of the visit. */
  tokenId: number;
  kind: Exclude<SlotKind, 'main'>;
  /** The slot whose person started it; null for the instances of a node. */
  byTaskId: number | null;
  by: Person;
  /** The absent person whose substitute started it; undefined if the slot was the starter's own. */
  standsFor?: Person;
  startedAt: string;
  /** Text that its starter writes for the seats to read. */
  reason: string;
  sequence: 'any' | 'inOrder';
  rule: PanelRule;
  /**
   * Continuation after the decision (S1 §4, flow condition): back to the requester, or forward along the flow.
   */
  goes: 'back' | 'on';
  limit: TimeLimit | null;
  /** The vote of people who have not answered when the limit is over. */
  expiry: ExpiryPolicy;
  seats: readonly Seat[];
  /** `done` for a panel without a vote. */
  outcome: 'passed' | 'failed' | 'done' | 'calledOff' | null;
}
