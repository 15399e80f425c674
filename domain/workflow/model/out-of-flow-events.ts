import type { Person } from '../../access/actor.ts';
import type { MessageChannel } from '../../enumerations/message-channel.ts';

/**
 * Events by which people are notified of an order without getting a task: copies, notes, urges and added
 * materials.
 */

/** A copy that a person showed to others from a task. */
export interface OrderCopy {
  taskId: number;
  /** Receivers: people, posts, roles, departments. */
  keys: readonly string[];
  /** The number of reading notes of each person beside it; absent while there is none. */
  notes?: Readonly<Record<string, number>>;
}

/** The order stays where it is with each of these. */
export type OutOfFlowEvent =
  | { type: 'copied'; at: string; taskId: number; by: Person; keys: readonly string[]; note: string }
  /** A reader of a copy said something to it: the copy's place in the order's list, absent in orders of before. */
  | { type: 'noted'; at: string; by: Person; note: string; copy?: number }
  /** Files that came later were put to the order, so many of them. */
  | { type: 'papersAdded'; at: string; by: Person; papers: number; note: string }
  /** The people who have the tasks now were urged. */
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

const told: readonly string[] = [
  'copied',
  'noted',
  'papersAdded',
  'urged',
] satisfies OutOfFlowEvent['type'][];

/** Checks whether the event leaves the order as it is with every person who has a task of it. */
export function tellsOthers({ type }: { type: string }): boolean {
  return told.includes(type);
}
