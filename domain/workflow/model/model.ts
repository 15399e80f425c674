/**
 * The data of the workflow core: a process definition as plain data, the state of one work order as an occurrence net,
 * the commands that people give and the events that a decision leaves. No IO, no clock, no ids from outside.
 */

import type { Actor, Person } from '../../access/actor.ts';
import type { MessageChannel } from '../../enumerations/message-channel.ts';
import type { WorkOrderStatus } from '../../enumerations/work-order-status.ts';
import type { FieldAuthority } from '../../forms/authority.ts';
import type { FieldBinding } from '../../forms/bound-fields.ts';
import type { Addressee } from './addressee.ts';
import type { OrderCopy, OutOfFlowEvent } from './out-of-flow-events.ts';
import type { Panel, Seat, SlotKind } from './panel.ts';

export type { Addressee } from './addressee.ts';

// ---------------------------------------------------------------- definition

export interface SequenceFlow {
  id: string;
  name: string;
  sourceId: string;
  targetId: string;
  /** FEEL expression that must be true for the token to take this flow. */
  condition?: string;
}

interface NodeBase {
  id: string;
  name: string;
  /** Flow ids in document order. */
  incoming: readonly string[];
  outgoing: readonly string[];
}

export interface StartNode extends NodeBase {
  kind: 'start';
  /** Fields that the initiator may edit when the order returns to the start. */
  fieldAuthority: FieldAuthorityByForm;
}

export interface EndNode extends NodeBase {
  kind: 'end';
  behaviour: 'plain' | 'terminate' | 'error';
  /** Status that the order ends with (S1 §4: 9-16, 30, 35, 90-92). */
  result: WorkOrderStatus;
}

export interface UserTaskNode extends NodeBase {
  kind: 'userTask';
  /** The 待… status that the node gives the order (1-6, 20-25). */
  stage: WorkOrderStatus;
  candidates: readonly CandidateRule[];
  emptyCandidates: 'skip' | 'administrator' | 'refuse';
  /**
   * Several do it, one instance for each key that gets it, at once or in turn: until all have, or a FEEL expression holds
   * after one has, which sees what conditions see and the numbers of `instanceNumbers`.
   */
  instances?: Pick<Panel, 'sequence'> & { until?: string };
  /**
   * The people who may be named for this node: all who may handle (when absent), or only those whom its
   * candidates reach.
   */
  named?: 'handlers' | 'candidates';
  buttons: readonly NodeButton[];
  fieldAuthority: FieldAuthorityByForm;
  opinionRequired: boolean;
  limit?: StepLimit;
  returns: ReturnPolicy;
  withdrawAllowed: boolean;
}

export interface ServiceTaskNode extends NodeBase {
  kind: 'serviceTask';
  service: ServiceAction;
}

export interface GatewayNode extends NodeBase {
  kind: 'exclusive' | 'parallel' | 'inclusive';
  defaultFlowId?: string;
  /** The handler of the node before picks the branch (action 12); only exclusive and inclusive gateways. */
  manual: boolean;
}

export type FlowNode = StartNode | EndNode | UserTaskNode | ServiceTaskNode | GatewayNode;

/**
 * Nine kinds of candidates (S1 §2); `variable` names a variable that holds keys, `previousNode` a node whose
 * last handler is asked, or every person who did an instance of it.
 */
export type CandidateRule =
  | {
      kind: 'staff' | 'window' | 'position' | 'group' | 'role' | 'department' | 'org';
      id: string;
      name: string;
    }
  | { kind: 'variable'; name: string }
  | { kind: 'previousNode'; nodeId: string };

/** By form code, then by field id; `*` names every field of the form. */
export type FieldAuthorityByForm = Readonly<Record<string, Readonly<Record<string, FieldAuthority>>>>;

export interface NodeButton {
  /** Action code of the handler bar (S1 §4): 1 handle, 2 return, 4 terminate, 6 withdraw, 9 forward, 12 choose branch, 13 void … */
  code: string;
  /** Stable id within the node; documents and results hang on it. */
  id: string;
  name: string;
  /** 1 in use. */
  state: 0 | 1;
  /** 1 on an open task, 2 on a done one (S1 §6). */
  opType: 1 | 2;
  order: number;
  /** Process result that pressing records (S1 §4: 2004 accepted, 1002 not accepted …); the end status at terminate. */
  resultCode?: number;
  /** People whom the presser may name for the next nodes; when absent: others at forward (9), else no person. */
  names?: Naming;
  /** Sets variables when pressed, so that conditions can ask which button it was. */
  sets?: Readonly<Record<string, string | number | boolean>>;
  /** Form values that go with this button; of several values of a field, pressing sets the first. */
  binds?: readonly FieldBinding[];
  /** Void only: the order ends with 16 作废办结; otherwise the flow continues. */
  ends?: boolean;
}

/** People whom a button lets its presser name: no person, any person but oneself, any person. */
export type Naming = 'nobody' | 'others' | 'anyone';

export interface StepLimit {
  amount: number;
  unit: 'workingDay' | 'calendarDay';
}

export interface ReturnPolicy {
  allowed: boolean;
  /** Ways back on offer: walk the flow again, or straight to the returner. */
  ways: readonly ReturnWay[];
  /** Empty: every user task that the order visited, and the start. */
  targets: readonly string[];
}
export type ReturnWay = 'replay' | 'direct';

export type ServiceAction =
  | { kind: 'sendMessage'; target: 'initiator' | 'previousHandler' | 'applicant'; text: string }
  | { kind: 'setVariable'; name: string; value: string | number | boolean };

export interface ProcessDefinition {
  key: string;
  name: string;
  nodes: Readonly<Record<string, FlowNode>>;
  flows: Readonly<Record<string, SequenceFlow>>;
  startId: string;
  /** Whole time limit of an order of this process. */
  limit?: StepLimit;
  /** The order's variables at its start. */
  variables: Readonly<Record<string, string | number | boolean>>;
  recall: 'beforeFirstHandled' | 'never';
  /** True where a receiver of a copy may leave a reading note (阅办意见); no person may when absent. */
  readingNotes?: boolean;
  /**
   * Results, the strongest first: process results of buttons and results of end events. It decides between those of
   * branches that run beside each other; without it the latest counts.
   */
  resultPrecedence?: readonly number[];
  /** Candidate key that gets the tasks without another candidate. */
  administratorKey: string;
}

// ---------------------------------------------------------------- state

export interface Token {
  id: number;
  nodeId: string;
  /** Flow it came by, which a join asks; null at the start and where a rewind placed it. */
  flowId: string | null;
  /** Firing that made it (for a placed one: that made the token whose place it takes); null for the very first. */
  madeBy: number | null;
  /** Firing that took it; null while it waits. */
  usedBy: number | null;
  /** Killed by a rewind or by the end of the order; 退回后直送 brings killed tokens back to life. */
  dead: boolean;
}

export interface Firing {
  id: number;
  nodeId: string;
  takes: readonly number[];
  makes: readonly number[];
}

export type TaskOutcome =
  /** The initiator's first submission. */
  | 'started'
  | 'handled'
  | 'returned'
  | 'resubmitted'
  | 'terminated'
  | 'voided'
  /** A signer's or delegate's word, which goes back to who asked. */
  | 'answered'
  /** The two words of a countersign. */
  | 'passed'
  | 'failed'
  /** Handed over to a person who does it in one's place. */
  | 'delegated'
  /** Closed by another person's action. */
  | 'closedByReturn'
  | 'closedByWithdraw'
  | 'closedByRecall'
  | 'closedByEnd'
  /** The panel was decided without it, called off, or its limit is over; or its signer was taken off. */
  | 'closedByDecision'
  | 'closedByCallOff'
  | 'closedByLimit'
  | 'closedByRemoval'
  /** No person was left who may answer. */
  | 'closedByAbsence'
  /** Its leader or the matter administrator gave it to another person. */
  | 'closedByReassign';

/** Why a task stands open: the flow came, or it was returned, recalled, withdrawn, or reopened by 退回后直送. */
export type TaskOrigin = 'start' | 'flow' | 'return' | 'recall' | 'withdraw' | 'restore';

/** One slot of a visit: the work of one person there; the first, number 1, is the initiator's start. */
export interface Task {
  /** Counts from 1 in the order; the trace number as well. */
  id: number;
  /** The visit. */
  tokenId: number;
  kind: SlotKind;
  /** The seat that it fills, counted from 0; both null for a main slot. */
  panelId: number | null;
  seat: number | null;
  /** The closed task whose place it takes: 退回后直送 opened it again, or it was handed over. */
  replaces: number | null;
  /** The person who handed it over without wanting it back (乙 代 甲). */
  onBehalfOf: Person | null;
  nodeId: string;
  origin: TaskOrigin;
  candidates: readonly string[];
  /** The people who asked for it, for a slot of a person who was asked; read from its panel. */
  askedBy?: readonly string[];
  /** When it began to wait for a person; a task that 退回后直送 reopened for others than the returner began before it closed. */
  openedAt: string;
  outcome: TaskOutcome | null;
  finishedBy: Person | null;
  /** In whose place the finisher did it, as the substitute of who was away; absent where it was the finisher's own. */
  standsFor?: Person;
  finishedAt: string | null;
  /** Place in the order of finishing: the state's version then; 0 while open. */
  finishedSeq: number;
  buttonId: string | null;
  /** Process result that its button recorded. */
  resultCode: number | null;
  /** Handlers that the finisher named for the nodes after it. */
  nextHandlers?: NextHandlers;
  /** Branches that the finisher chose at the manual gateway. */
  branchNodeIds?: readonly string[];
}

/** An open return or recall: over when the tasks at all its target tokens are done. */
export interface Rollback {
  /** Counts from 1 in the order. */
  id: number;
  kind: 'return' | 'recall';
  way: ReturnWay;
  /** Tokens placed at the targets. */
  targetTokenIds: readonly number[];
  /** Changes that 退回后直送 takes back when all targets are done; null for `replay`. */
  undo: RewindUndo | null;
  byTaskId: number | null;
}

export interface RewindUndo {
  /** Tokens that the rewind killed. */
  killed: readonly number[];
  /** Tokens that it freed from a join, with the firing that had taken them. */
  freed: readonly { tokenId: number; firingId: number }[];
  /** Task of the returner, whose node is addressed to the returner again. */
  returnerTaskId: number;
}

/** A process result or variables that something set; it counts while its token is alive. */
export interface TokenEffect {
  /** The token whose task or node set it; null for what nothing takes back. */
  tokenId: number | null;
  resultCode?: number | null;
  variables?: Readonly<Record<string, unknown>>;
}

export interface OrderState {
  /** Number of events folded; the next event's number is this plus one. */
  version: number;
  initiator: Person;
  tokens: readonly Token[];
  firings: readonly Firing[];
  tasks: readonly Task[];
  panels: readonly Panel[];
  /** The open ones. */
  rollbacks: readonly Rollback[];
  /** Number of rollbacks ever opened; the next one's id is this plus one. */
  rollbackCount: number;
  /** Effects in the order in which they were set; the first holds the variables that the order began with. */
  effects: readonly TokenEffect[];
  ended: { nodeId: string | null; result: WorkOrderStatus; at: string } | null;
  rollbackHandled?: true; // The last action did what had been sent back; telling others of the order is no action.
  /** Receivers of copies, oldest first; absent while there are none. */
  copies?: readonly OrderCopy[];
  additions?: number; // How often papers were added to it; absent while they never were.
  /** When the order was urged last; absent while it never was. */
  urgedAt?: string;
}

// ---------------------------------------------------------------- commands

export type NextHandlers = Readonly<Record<string, readonly string[]>>;

type Facts = Readonly<Record<string, unknown>>;

/** Facts of the world that a decision may ask for; everything is synchronous and gives the same answer each time. */
export interface DecisionContext {
  definition: ProcessDefinition;
  actor: Actor;
  now: Date;
  /** Values that conditions see: form contents by form code, `order`, and the state's own variables on top. */
  facts: Facts;
  /**
   * Tests a FEEL expression; `faulty` when it cannot be decided. `spend` is called with the steps that it takes.
   */
  test(expression: string, facts: Facts, spend?: (steps: number) => void): boolean | 'faulty';
  /** Finds the people who answer to a candidate key; undefined for a key of nothing. */
  addressee(key: string): Addressee | undefined;
  /** Hours until an order may be urged again; `usualUrgeHours` when absent. */
  urgeAgainHours?: number;
  /** Ways of messages that the office has set up; the box alone when absent. */
  openChannels?: readonly MessageChannel[];
}

// ---------------------------------------------------------------- events

export type WorkflowEvent =
  | { type: 'started'; at: string; initiator: Person; variables: Readonly<Record<string, unknown>> }
  | { type: 'tokenPlaced'; token: Token }
  | { type: 'fired'; firing: Firing; made: readonly Token[] }
  | { type: 'taskOpened'; at: string; task: Task }
  | {
      type: 'taskFinished';
      at: string;
      taskId: number;
      outcome: TaskOutcome;
      by: Person;
      /** The absent person whose substitute `by` is. */
      standsFor?: Person;
      buttonId: string | null;
      opinion: string;
      resultCode: number | null;
      nextHandlers?: NextHandlers;
      branchNodeIds?: readonly string[];
    }
  | { type: 'panelOpened'; panel: Panel }
  /** More people are asked in a panel that is open. */
  | { type: 'seatsAdded'; at: string; panelId: number; seats: readonly Seat[]; by: Person; reason: string }
  /** A seat that has no task to say it. */
  | {
      type: 'seatClosed';
      panelId: number;
      seat: number;
      outcome: 'removed' | 'absent' | 'expired';
      by: Person;
      reason: string;
    }
  | {
      type: 'panelClosed';
      at: string;
      panelId: number;
      outcome: Exclude<Panel['outcome'], null>;
      by: Person;
      reason: string;
    }
  /** Closed by another person's action. */
  | { type: 'taskClosed'; at: string; taskId: number; outcome: TaskOutcome; by: Person }
  /** `freed` tokens wait again at the join that had taken them. */
  | { type: 'rewound'; killed: readonly number[]; placed: readonly Token[]; freed: readonly number[] }
  /** 退回后直送 came home: the rewind is undone. */
  | { type: 'restored'; rollbackId: number; undo: RewindUndo }
  | { type: 'rollbackOpened'; rollback: Rollback }
  /** `superseded`: a later return overtook it, its targets walk the flow again. */
  | { type: 'rollbackClosed'; rollbackId: number; reason: 'done' | 'restored' | 'superseded' }
  | { type: 'rollbackHandled' } // What was sent back last is done: the last event of the action that did it.
  | { type: 'withdrawn'; at: string; taskId: number; by: Person; reason: string }
  | { type: 'recalled'; at: string; by: Person; reason: string }
  | { type: 'reassigned'; at: string; taskId: number; by: Person; reason: string; key: string }
  /** Others have finished the visit, and the flow cannot go on from it: the slot is its person's again. */
  | { type: 'gaveBack'; at: string; taskId: number; by: Person; reason: string }
  | OutOfFlowEvent
  /** Here and in `resultRecorded`: without a token nothing takes it back. */
  | { type: 'variablesSet'; values: Readonly<Record<string, unknown>>; tokenId?: number }
  | { type: 'resultRecorded'; resultCode: number | null; tokenId?: number }
  | { type: 'serviceAsked'; nodeId: string; service: ServiceAction }
  | { type: 'ended'; at: string; nodeId: string | null; result: WorkOrderStatus };
