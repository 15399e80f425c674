import type { Person } from '../../access/actor.ts';
import type { MessageChannel } from '../../enumerations/message-channel.ts';
import type { WorkOrderStatus } from '../../enumerations/work-order-status.ts';
import type { RecordMessage } from '../../records/record-rules.ts';
import type { SideRecord } from '../../records/side-record.ts';

/**
 * Events that give no person a task: copies, notes, urges, added materials and side records.
 */

/** A copy that a person sent to others from a task. */
export interface OrderCopy {
  taskId: number;
  /** Recipients: people, posts, roles, departments. */
  keys: readonly string[];
  /** The number of reading notes of each person on the copy; undefined if there are none. */
  notes?: Readonly<Record<string, number>>;
}

/** A command changed a side record, or another action closed it; `record` is the record after it. */
export interface RecordChange {
  type: 'recordChanged';
  at: string;
  by: Person;
  record: SideRecord;
  command: string;
  /** Name and text of the trace row; the name is empty if the record has no row of its own. */
  label: string;
  text: string;
  noteStatus?: WorkOrderStatus;
  tell?: readonly RecordMessage[];
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
    }
  | RecordChange;

const eventTypes: readonly string[] = [
  'copied',
  'noted',
  'papersAdded',
  'urged',
  'recordChanged',
] satisfies OutOfFlowEvent['type'][];

/** Checks whether the event is an out-of-flow one, after which every task stays with its person. */
export function isOutOfFlowEvent({ type }: { type: string }): boolean {
  return eventTypes.includes(type);
}
