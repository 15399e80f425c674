import type { Person } from '../../access/actor.ts';
import type { MessageChannel } from '../../enumerations/message-channel.ts';

/**
 * Events that notify people of an order without giving them a task: copies, notes, urges and added materials.
 */

/** A copy that a person sent to others from a task. */
export interface OrderCopy {
  taskId: number;
  /** Recipients: people, posts, roles, departments. */
  keys: readonly string[];
  /** The number of reading notes of each person on the copy; undefined if there are none. */
  notes?: Readonly<Record<string, number>>;
}

/** The order stays at its node with each of these events. */
export type OutOfFlowEvent =
  | { type: 'copied'; at: string; taskId: number; by: Person; keys: readonly string[]; note: string }
  /** A reader added a note to a copy, given by its index in the order's list; undefined in older orders. */
  | { type: 'noted'; at: string; by: Person; note: string; copy?: number }
  /** This number of files was added to the order after its start. */
  | { type: 'papersAdded'; at: string; by: Person; papers: number; note: string }
  /** The current handlers of the order were urged. */
  | {
      type: 'urged';
      at: string;
      by: Person;
      taskIds: readonly number[];
      receivers: readonly string[];
      title: string;
      text: string;
      reason: string;
      channels: readonly MessageChannel[];
    };

const eventTypes: readonly string[] = [
  'copied',
  'noted',
  'papersAdded',
  'urged',
] satisfies OutOfFlowEvent['type'][];

/** Checks whether the event is an out-of-flow one, after which every task stays with its person. */
export function isOutOfFlowEvent({ type }: { type: string }): boolean {
  return eventTypes.includes(type);
}
