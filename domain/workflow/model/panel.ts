/**
 * A panel: the seats that one action starts at a visit, and the rule by which they are done. See
 * docs/decisions/0035.
 */
import type { Person } from '../../access/actor.ts';
import type { TimeLimit } from '../../calendar/clock-ledger.ts';

/**
 * Purpose of a slot: the node's own work, a signer before or after it, a person who countersigns, a delegate
 * whose opinion is returned, a person who did the node before and is asked again, one of several instances of
 * the node.
 */
export type SlotKind = 'main' | 'before' | 'after' | 'countersign' | 'delegate' | 'returned' | 'instance';

/**
 * The number of answers needed, and the kind: all of them, more than half, a share in percent, or until one
 * says no.
 */
export type PanelRule = { kind: 'all' | 'majority' | 'veto' } | { kind: 'share'; percent: number };

/** The vote of a seat that has not answered when the limit is over: no answer, a yes, a no. */
export type ExpiryPolicy = 'noAnswer' | 'passed' | 'failed';

/**
 * Outcome of a seat: its answer, taken off by the person who added it, no person there to answer, or no answer in time.
 */
export type SeatOutcome = 'passed' | 'failed' | 'answered' | 'removed' | 'absent' | 'expired';

export interface Seat {
  /** Seats of one group have their turn together; the lowest comes first. */
  group: number;
  /** Name that its starter gives the group; null where people were asked one by one. */
  groupName: string | null;
  /** Keys of the seat; it has one vote, which any person behind these keys may give. */
  keys: readonly string[];
  /** Its latest task; null before its turn. */
  taskId: number | null;
  outcome: SeatOutcome | null;
}

/** A seat as a command asks for it. */
export type AskedSeat = Pick<Seat, 'group' | 'keys'> & Partial<Pick<Seat, 'groupName'>>;

/** Returns a seat in which no person has been asked yet. */
export function emptySeat({ group, keys, groupName = null }: AskedSeat): Seat {
  return { group, groupName, keys, taskId: null, outcome: null };
}

/** Slots that one action started at a visit, and the rule by which they are done. See docs/decisions/0035. */
export interface Panel {
  /** Counts from 1 in the order. */
  id: number;
  /** The visit. */
  tokenId: number;
  kind: Exclude<SlotKind, 'main'>;
  /** The slot whose person started it; null for the instances of a node. */
  byTaskId: number | null;
  by: Person;
  /** In whose place it was started, by a substitute; absent where the starter had the slot. */
  standsFor?: Person;
  startedAt: string;
  /** Text that its starter writes for the seats to read. */
  reason: string;
  sequence: 'any' | 'inOrder';
  rule: PanelRule;
  /**
   * The next place of the decided visit (S1 §4, flow condition): back to the person who asked, or on along
   * the flow.
   */
  goes: 'back' | 'on';
  limit: TimeLimit | null;
  /** The vote of those who have not answered when the limit is over. */
  expiry: ExpiryPolicy;
  seats: readonly Seat[];
  /** `done` where there is nothing to pass. */
  outcome: 'passed' | 'failed' | 'done' | 'calledOff' | null;
}
