import type { Actor, Person } from '../access/actor.ts';
import type { ClockPause, TimeLimit } from '../calendar/clock-ledger.ts';
import type { HolidayTable } from '../calendar/holiday-table.ts';
import type { WorkOrderStatus } from '../enumerations/work-order-status.ts';
import type { Refusal } from '../refusals/refusals.ts';
import type { RecordSettings } from './record-settings.ts';
import type { DueCommand, RecordExtension, RecordKind, SideRecord } from './side-record.ts';

/** Refusals of a command: wrong input at its fields, or a record that is not in a state for it. */
export type RecordRefusal = Refusal<'badInput' | 'recordState'>;

/** Meaning of a state of a record for its order. */
export interface RecordStateRules {
  label: string;
  /** False if the record is over and no longer concerns its task. */
  isOpen: boolean;
  /** The limits of the order and of the record's task stand still. */
  stopsClock?: true;
  /** The task of the record cannot be completed; those of other branches can. A record of the whole order stops all. */
  blocksTask?: true;
  /** The open tasks are in no to-do list. */
  hidesTasks?: true;
  /** The order cannot end: `completion` by its flow only, `always` by no action. */
  holdsOrder?: 'completion' | 'always';
  /** Status of the order while the record is in this state (S1 §4). */
  status?: WorkOrderStatus;
  /** Status of the order from this change until the next action (S1 §4: 17, 18, 19). */
  noteStatus?: WorkOrderStatus;
}

/**
 * Who gives a command: a handler of the record's task, a leader who approves, a person who registers orders, a
 * supervisor, the matter administrator, or the portal itself. The route checks that the person may read the order.
 */
export type RecordRole = 'handler' | 'leader' | 'registrar' | 'supervisor' | 'administrator' | 'system';

/** Facts of the item and the office that commands read besides the order. */
export interface RecordContext {
  settings: RecordSettings;
  holidays: HolidayTable;
  /** Limit of the order, if it has one of its own instead of that of its process. */
  orderLimit?: TimeLimit | undefined;
}

/** Everything that a command may read; pure, with the same answer each time. */
export interface RecordPosition<State extends string = string, Data = unknown> {
  now: Date;
  /** The person or, for a command of the portal, the system. */
  actor: Actor;
  by: Person;
  /** The record; undefined for a command that opens one. */
  record: (SideRecord<Data> & { state: State }) | undefined;
  /** All records of the order, oldest first. */
  records: readonly SideRecord[];
  taskId: number | null;
  /** All tasks of the visit to which the task belongs; by default only the task. */
  tasksOfVisit?: readonly number[];
  /**
   * Time (ISO) of the order's receipt, its last submission by the initiator, while the record's step is before the
   * acceptance; null at a later step.
   */
  unacceptedSince: string | null;
  /** Results of the enabled buttons of the record's step; none for a record of the whole order. */
  results: readonly number[];
  /** The end status of the order; null while it runs. */
  endedWith: WorkOrderStatus | null;
  /** Limits that the process sets for the order and for the record's step; null without one. */
  limits: { order: TimeLimit | null; task: TimeLimit | null };
  /** Settings of the item. */
  settings: RecordSettings;
  /**
   * Returns the end (ISO) of a limit that starts at this time and stood still during these pauses, all over, by the
   * office's calendar.
   */
  endOf(limit: TimeLimit, from: Date, pauses?: readonly ClockPause[]): string;
}

/**
 * A message that a command sends: to the applicant by text message, to the handlers of the record's task (of all open tasks
 * for one of the whole order), to the person who opened the record, to the leaders who may approve, or to people by key.
 */
export interface RecordMessage {
  to: 'applicant' | 'handlers' | 'opener' | 'leaders' | readonly string[];
  text: string;
}

/** Result of a command: the state and content after it. Parts that are left out stay as they are. */
export interface RecordStep<State extends string = string, Data = unknown> {
  state: State;
  data?: Data;
  /** Null if nothing happens by itself any more; by default none after a change of state. */
  due?: DueCommand | null;
  /** Time (ISO) at which the clock ran again, if that was earlier than now: papers that were entered later. */
  resumedAt?: string;
  extension?: RecordExtension;
  /** The order ends with this status. */
  endsWith?: WorkOrderStatus;
  /** Name of the trace row if it is not the label of the command. */
  label?: string;
  /** Text of the trace row. */
  text: string;
  /** Messages after the commit; no person gets one about an own command. */
  tell?: readonly RecordMessage[];
}

/** One command of a kind: who gives it, from which states, and its result. */
export interface RecordCommand<State extends string = string, Data = unknown, Input = never> {
  /** Name of the button and of the trace row. */
  label: string;
  /** States from which it leads on; `none` opens a new record. */
  from: readonly (State | 'none')[];
  by: readonly RecordRole[];
  /** True if it is also possible after the order has ended. */
  afterEnd?: true;
  /** True if it ends or undoes something: its button is set apart. */
  dangerous?: true;
  /** Returns why the command is not possible now, whatever its input; null if it is. */
  refuse?(position: RecordPosition<State, Data>): RecordRefusal | null;
  decide(position: RecordPosition<State, Data>, input: Input): RecordStep<State, Data> | RecordRefusal;
}

/** The end of a record with its visit or its order. */
export interface RecordClosing {
  cause: string;
  orderEnded: boolean;
}

/** A value of a document, or the entries of a list. */
export type RecordFactValue = string | readonly Readonly<Record<string, string | number>>[];

export interface RecordFacts<Data = unknown> {
  values: readonly string[];
  /** Members of each list. */
  lists?: Readonly<Record<string, readonly string[]>>;
  of(record: SideRecord<Data>): Readonly<Record<string, RecordFactValue>>;
}

/** State machine of one kind: a table of states and a table of commands (docs/decisions/0232). */
export interface RecordRules<State extends string = string, Data = unknown> {
  kind: RecordKind;
  states: Readonly<Record<State, RecordStateRules>>;
  commands: Readonly<Record<string, RecordCommand<State, Data>>>;
  /** State of an open record whose visit was closed by another action, or whose order ended; undefined: it stays open. */
  closedWithTask?: State;
  /**
   * Returns the messages to the people who wait for an open record when it is closed in this way; `cause` names with what,
   * such as “退回” or 办件, and `orderEnded` says whether the order has ended.
   */
  tellClosed?(record: SideRecord<Data> & { state: State }, closing: RecordClosing): readonly RecordMessage[];
  /** True if the record concerns the whole order and belongs to no task. */
  wholeOrder?: true;
  /**
   * Facts of the kind for documents (文书): the values and the lists that templates may name, and the function that returns
   * them for the newest record; `undefined` returns empty ones.
   */
  facts?: RecordFacts<Data>;
  /** Returns the content as every reader of the order sees it: names of people are masked. */
  mask?(data: Data): Data;
  /** Returns whether the item offers the kind. */
  isOffered(settings: RecordSettings): boolean;
}
