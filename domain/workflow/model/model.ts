/**
 * The data of the workflow core: a process definition as plain data, the state of one work order as an
 * occurrence net, and the events of a decision. No IO, no clock, no ids from outside.
 */

import type { Actor, Person } from '../../access/actor.ts';
import type { MessageChannel } from '../../enumerations/message-channel.ts';
import type { WorkOrderStatus } from '../../enumerations/work-order-status.ts';
import type { FieldAuthority } from '../../forms/authority.ts';
import type { FieldBinding } from '../../forms/bound-fields.ts';
import type { RecordContext } from '../../records/record-rules.ts';
import type { SideRecord } from '../../records/side-record.ts';
import type { Addressee } from './addressee.ts';
import type { OrderCopy, OutOfFlowEvent } from './out-of-flow-events.ts';
import type { Panel, Seat, SlotKind } from './panel.ts';
import type { ReturnPolicy, ReturnWay } from './return-policy.ts';

export type { Addressee } from './addressee.ts';
export type { ReturnPolicy, ReturnWay } from './return-policy.ts';

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
  /** Final status of the order (S1 §4: 9-16, 30, 35, 90-92). */
  result: WorkOrderStatus;
}

export interface UserTaskNode extends NodeBase {
  kind: 'userTask';
  /** The 待… status that the node gives the order (1-6, 20-25). */
  stage: WorkOrderStatus;
  candidates: readonly CandidateRule[];
  emptyCandidates: 'skip' | 'administrator' | 'refuse';
  /**
   * Several people do the node, one instance for each key, at once or one after the other: until all are
   * done, or until a FEEL expression holds after one is done. The expression may use the names of conditions
   * and the numbers of `instanceNumbers`.
   */
  instances?: Pick<Panel, 'sequence'> & { until?: string };
  /** People who may be named here: by default all who may handle matters, or only the node's candidates. */
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
  /** True if the previous handler chooses the branch (action 12); only on exclusive or inclusive gateways. */
  manual: boolean;
}

export type FlowNode = StartNode | EndNode | UserTaskNode | ServiceTaskNode | GatewayNode;

/**
 * Nine kinds of candidates (S1 §2); `variable` is a variable that contains keys, `previousNode` a node whose
 * last handler gets the task, or every person who did an instance of it.
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
  /** Action code of the handler bar (S1 §4): 1 handle, 2 return, 4 terminate, 9 forward, 13 void … */
  code: string;
  /** Stable id within the node; documents and results refer to it. */
  id: string;
  name: string;
  /** 1 for enabled. */
  state: 0 | 1;
  /** 1 on an open task, 2 on a completed one (S1 §6). */
  opType: 1 | 2;
  order: number;
  /** Process result of the button (S1 §4: 2004 accepted …); for terminate, the final status. */
  resultCode?: number;
  /** People who may be named for the next nodes; by default others for forward (9), else no person. */
  names?: Naming;
  /** Variables that the button sets, so that conditions can depend on the button. */
  sets?: Readonly<Record<string, string | number | boolean>>;
  /** Form values that are bound to this button; of several values of a field, the button sets the first. */
  binds?: readonly FieldBinding[];
  rule?: string; // Id of the rule of the library that must be satisfied before the action (S0 §8).
  ends?: boolean; // For void only: the order ends with 16 作废办结; otherwise the flow continues.
}

/** People whom a button allows to name: no person, any person but oneself, any person. */
export type Naming = 'nobody' | 'others' | 'anyone';

export interface StepLimit {
  amount: number;
  unit: 'workingDay' | 'calendarDay' | 'month';
  roll?: false; // The limit ends on its last day even if this is a day off (`TimeLimit`).
}

export type ServiceAction =
  | { kind: 'sendMessage'; target: 'initiator' | 'previousHandler' | 'applicant'; text: string }
  | { kind: 'setVariable'; name: string; value: string | number | boolean };

export interface ProcessDefinition {
  key: string;
  name: string;
  nodes: Readonly<Record<string, FlowNode>>;
  flows: Readonly<Record<string, SequenceFlow>>;
  startId: string;
  /** Time limit of the whole order. */
  limit?: StepLimit;
  /** Initial variables of an order. */
  variables: Readonly<Record<string, string | number | boolean>>;
  recall: 'beforeFirstHandled' | 'never';
  /** True if a recipient of a copy may add a reading note (阅办意见); by default no person may. */
  readingNotes?: boolean;
  /**
   * Results in order of precedence: process results of buttons and results of end events. It decides between
   * results of parallel branches; without it the latest counts.
   */
  resultPrecedence?: readonly number[];
  /** Candidate key that gets the tasks without another candidate. */
  administratorKey: string;
}

// ---------------------------------------------------------------- state

export interface Token {
  id: number;
  nodeId: string;
  /** Flow by which the token came, needed by joins; null at the start and for a token placed by a rewind. */
  flowId: string | null;
  /** Firing that created this token or the one that it replaces; null for the first token. */
  madeBy: number | null;
  /** Firing that consumed the token; null while it waits. */
  usedBy: number | null;
  /** True if killed by a rewind or by the end of the order; 退回后直送 restores killed tokens. */
  dead: boolean;
}

export interface Firing {
  id: number;
  nodeId: string;
  /** Ids of the tokens that the firing consumed, and of those that it produced. */
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
  /** Opinion of a signer or delegate, returned to the requester. */
  | 'answered'
  /** The two answers of a countersign. */
  | 'passed'
  | 'failed'
  /** Handed over to a person who does it in one's place. */
  | 'delegated'
  /** Closed by another person's action. */
  | 'closedByReturn'
  | 'closedByWithdraw'
  | 'closedByRecall'
  | 'closedByEnd'
  /** The panel was decided without it, cancelled, or its limit is over; or its signer was removed. */
  | 'closedByDecision'
  | 'closedByCallOff'
  | 'closedByLimit'
  | 'closedByRemoval'
  /** No person who may answer was left. */
  | 'closedByAbsence'
  /** Its leader or the matter administrator assigned it to another person. */
  | 'closedByReassign';

/** Why a task is open: the flow arrived, it was returned, recalled, withdrawn, or reopened by 退回后直送. */
export type TaskOrigin = 'start' | 'flow' | 'return' | 'recall' | 'withdraw' | 'restore';

/** One slot of a visit: the work of one person there; task 1 is the initiator's start. */
export interface Task {
  /** Number from 1 within the order; also the trace number. */
  id: number;
  /** Token of the visit. */
  tokenId: number;
  kind: SlotKind;
  /** Index of its seat in the panel, from 0; both null for a main slot. */
  panelId: number | null;
  seat: number | null;
  /** The closed task that it replaces: 退回后直送 opened it again, or it was handed over. */
  replaces: number | null;
  /** The person who handed it over without wanting it back (乙 代 甲). */
  onBehalfOf: Person | null;
  nodeId: string;
  origin: TaskOrigin;
  candidates: readonly string[];
  /** The people who asked for it, for the slot of a person who was asked; derived from its panel. */
  askedBy?: readonly string[];
  /**
   * Time at which it began to wait for a person; a task that 退回后直送 reopened for others than the returner
   * keeps its earlier time.
   */
  openedAt: string;
  outcome: TaskOutcome | null;
  finishedBy: Person | null;
  /** The absent person whose substitute finished the task; undefined if it was the finisher's own task. */
  standsFor?: Person;
  finishedAt: string | null;
  /** Order of finishing: the state's version at that time; 0 while open. */
  finishedSeq: number;
  buttonId: string | null;
  /** Process result that its button recorded. */
  resultCode: number | null;
  /** Handlers that the finisher named for the nodes after it. */
  nextHandlers?: NextHandlers;
  /** Branches that the finisher chose at the manual gateway. */
  branchNodeIds?: readonly string[];
}

/** An open return or recall: it ends when the tasks at all its target tokens are done. */
export interface Rollback {
  /** Number from 1 within the order. */
  id: number;
  kind: 'return' | 'recall';
  way: ReturnWay;
  /** Tokens placed at the targets. */
  targetTokenIds: readonly number[];
  /** Changes that 退回后直送 undoes when all targets are done; null for `replay`. */
  undo: RewindUndo | null;
  byTaskId: number | null;
}

export interface RewindUndo {
  /** Tokens that the rewind killed. */
  killed: readonly number[];
  /** Tokens that it freed from a join, with the firing that had consumed them. */
  freed: readonly { tokenId: number; firingId: number }[];
  /** Task of the returner, to whom the node is assigned again. */
  returnerTaskId: number;
}

/** A process result or variables that a button or node set; it counts while its token is alive. */
export interface TokenEffect {
  /** The token whose task or node set it; null for an effect that is never undone. */
  tokenId: number | null;
  resultCode?: number | null;
  variables?: Readonly<Record<string, unknown>>;
}

export interface OrderState {
  /** Number of events applied; the next event's number is this plus one. */
  version: number;
  initiator: Person;
  tokens: readonly Token[];
  firings: readonly Firing[];
  tasks: readonly Task[];
  panels: readonly Panel[];
  /** The open rollbacks. */
  rollbacks: readonly Rollback[];
  /** Number of all rollbacks so far; the next one's id is this plus one. */
  rollbackCount: number;
  /** Effects in the order in which they were set; the first contains the initial variables. */
  effects: readonly TokenEffect[];
  ended: { nodeId: string | null; result: WorkOrderStatus; at: string } | null;
  rollbackHandled?: true; // Set if the last action in the flow did the work that was sent back.
  /** Copies with their recipients, oldest first; undefined if there are none. */
  copies?: readonly OrderCopy[];
  additions?: number; // Number of times that materials were added; undefined if there were none.
  /** Time of the last urge; undefined if there was none. */
  urgedAt?: string;
  records?: readonly SideRecord[]; // Oldest first; undefined if there are none.
  recordNote?: WorkOrderStatus; // Status of the order until the next action (17, 18, 19).
}

// ---------------------------------------------------------------- commands

export type NextHandlers = Readonly<Record<string, readonly string[]>>;

type Facts = Readonly<Record<string, unknown>>;

/** Facts of the world that a decision may query; all synchronous, with the same answer each time. */
export interface DecisionContext {
  definition: ProcessDefinition;
  actor: Actor;
  now: Date;
  /** Values for conditions: form contents by form code, `order`, and the state's own variables on top. */
  facts: Facts;
  /** Evaluates a FEEL expression; `faulty` if that fails. Calls `spend` with the number of steps. */
  evaluateCondition(expression: string, facts: Facts, spend?: (steps: number) => void): boolean | 'faulty';
  /** Returns the people with a candidate key; undefined for an unknown key. */
  addressee(key: string): Addressee | undefined;
  /** Hours until an order may be urged again; `defaultUrgeHours` when undefined. */
  urgeAgainHours?: number;
  /** Message channels that the office has set up; by default only in the portal. */
  configuredChannels?: readonly MessageChannel[];
  /** Settings and calendar for commands on side records; commands are refused without them. */
  records?: RecordContext;
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
  /** More people are asked in an open panel. */
  | { type: 'seatsAdded'; at: string; panelId: number; seats: readonly Seat[]; by: Person; reason: string }
  /** Outcome of a seat that has no task. */
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
  /** `freed` tokens wait again at the join that had consumed them. */
  | { type: 'rewound'; killed: readonly number[]; placed: readonly Token[]; freed: readonly number[] }
  /** 退回后直送 was completed: the rewind is undone. */
  | { type: 'restored'; rollbackId: number; undo: RewindUndo }
  | { type: 'rollbackOpened'; rollback: Rollback }
  /** `superseded`: a later return replaced it, its targets pass through the flow again. */
  | { type: 'rollbackClosed'; rollbackId: number; reason: 'done' | 'restored' | 'superseded' }
  | { type: 'rollbackHandled' } // The last event of the action that did the returned work.
  | { type: 'withdrawn'; at: string; taskId: number; by: Person; reason: string }
  | { type: 'recalled'; at: string; by: Person; reason: string }
  | { type: 'reassigned'; at: string; taskId: number; by: Person; reason: string; key: string }
  /** The flow cannot advance from a visit that others have finished: the slot reopens for its person. */
  | { type: 'gaveBack'; at: string; taskId: number; by: Person; reason: string }
  | OutOfFlowEvent
  /** Here and in `resultRecorded`: without a token the effect is never undone. */
  | { type: 'variablesSet'; values: Readonly<Record<string, unknown>>; tokenId?: number }
  | { type: 'resultRecorded'; resultCode: number | null; tokenId?: number }
  | { type: 'serviceAsked'; nodeId: string; service: ServiceAction } // A service task requested its action.
  | { type: 'ended'; at: string; nodeId: string | null; result: WorkOrderStatus };
