import type { Actor, Permission } from '../../access/actor.ts';
import type { HandlerOperation } from '../../enumerations/handler-operation.ts';
import type { MessageChannel } from '../../enumerations/message-channel.ts';
import type { WorkOrderStatus } from '../../enumerations/work-order-status.ts';
import type { DecisionRefusal } from '../model/decision-refusals.ts';
import type {
  Naming,
  NextHandlers,
  NodeButton,
  OrderState,
  ProcessDefinition,
  ReturnWay,
  Task,
  TaskOutcome,
  UserTaskNode,
} from '../model/model.ts';
import type { ExpiryPolicy, Panel, PanelRule, SeatRequest, SlotKind } from '../model/panel.ts';
import type { DecisionBuilder } from './builder.ts';

/**
 * The complete description of one action: its label, its codes on the wire, the person who may perform it, its
 * rules for opinion and forms, its texts in the trace, and its decision. Buttons, checks at publishing, the
 * wire, the trace, dialogs and docs/workflow.md use it; `registry.ts` lists all actions.
 */
export interface Action<C extends { action: string } = { action: string }> {
  label: string;
  /** Effect of the action, in Chinese and English, for docs/workflow.md. */
  effect: readonly [zh: string, en: string];
  /** Code of the node's button for the action (S1 §4); undefined if no button performs it. */
  buttonCode?: string;
  /** Code of a node's button for it on a task that the person has completed (opType 2, S1 §6). */
  completedTaskButtonCode?: string;
  /** `handlerOperation` on the wire and in the trace (S1 §4); undefined if the wire has no number for it. */
  operation?: HandlerOperation;
  actorRole: ActionRole;
  /** Permission that the person's roles must have for it; in addition, it must be that person's turn. */
  permission: Permission;
  /** A permission that also allows it, for a person who takes the task over from another. */
  alsoPermission?: Permission;
  opinion: OpinionRule;
  forms: FormsRule;
  /** True if it undoes or ends something: its button is set apart and its dialog warns. */
  dangerous?: true;
  /** True if it is possible while an open side record blocks the task (docs/decisions/0232). */
  ignoresRecords?: true | undefined;
  /** Marks the contents of the order's forms as deleted (docs/decisions/0059). */
  deletesForms?: true;
  /** The status with which this button ends the order, null if it continues; undefined if it never ends. */
  endsWith?(button: Pick<NodeButton, 'ends' | 'resultCode'>): WorkOrderStatus | null;
  /**
   * The naming of next handlers that it allows if the button sets none; undefined if the action never names any.
   */
  naming?: Naming;
  /** True if it chooses the branches of the manual gateway after the node. */
  choosesBranch?: true;
  /** The outcome of the task that it completes; undefined if it completes none. */
  outcome?: TaskOutcome;
  /** Texts in the trace for the tasks of other people that it closes. */
  closedTaskTexts?: { outcome: TaskOutcome; remark: string };
  /** The text of its own row in the trace, if it visits no node (S1 §4, trace ordering). */
  traceText?: string;
  /** Its own button besides the buttons of a task; undefined if a button of the node performs it. */
  offer?: ActionOffer;
  /** Message after success for the person who performed it (S1 §4); by default 该环节已“…”. */
  successMessage?: string;
  /** Refusal if the state of the order does not allow the action. */
  refusal: DecisionRefusal['refused'];
  /** Checks whether its button is offered on an open task of a node; undefined: always. */
  isOffered?(position: {
    state: OrderState;
    definition: ProcessDefinition;
    task: Task;
    button: NodeButton;
    actor: Pick<Actor, 'staffId'>;
  }): boolean;
  /** True if a person who was asked may perform it too, by the button of the node (docs/decisions/0035). */
  isAllowedAtSeats?: true;
  /**
   * Returns the problems of its button in a definition; codes, ids and common attributes are checked before.
   */
  lint?(node: UserTaskNode, button: NodeButton): string[];
  /**
   * The slot's own button for it, on a task that others requested (S1 §4, countersign); undefined if a node's
   * button performs it.
   */
  slotButtons?(kind: SlotKind): readonly Pick<NodeButton, 'id' | 'code' | 'name'>[];
  /** Returns the command for a submission of the handler bar; undefined if the bar has no such command. */
  commandFromBar?(submission: BarSubmission): C | undefined;
  /** Adds its events to the builder, or returns a refusal. */
  decide: (builder: DecisionBuilder, command: C) => DecisionRefusal | null;
}

/** An action with a button of its own besides those of a task: the button, and the question of its dialog. */
export interface ActionOffer {
  /** Label of the button, and title of the dialog. */
  name: string;
  /**
   * Returns the text about the effect, with the order's code, the name of the node, and the task's owner if
   * that is not the reader.
   */
  question(about: { code: string; nodeName: string; ownerName?: string }): string;
  reason: 'required' | 'optional' | 'none';
}

export type ActionRole =
  | 'initiator'
  | 'candidate'
  | 'lastHandler'
  | 'administrator'
  | 'starter'
  | 'overseer'
  | 'reader'
  | 'registrar'
  | 'byRecord'
  | 'system';

/**
 * Rules for the opinion or reason of an action: `always`, `byNode`, `withNo` (only with the answer 不同意) and
 * `optional` are for opinions (S1 §5: required before forward, return, void and terminate, and with 不同意);
 * `reason` is the shorter reason of an out-of-flow action or of one that undoes another; `none` requires neither.
 */
export type OpinionRule = 'always' | 'byNode' | 'withNo' | 'optional' | 'reason' | 'none';

/**
 * Rules for the form values that come with an action. `store`: bar and forms must both be valid, and the
 * typed values are stored in the forms. `pending`: only wrong values are refused, and the typed values are
 * stored apart from the forms. `draft`: the same, but the values are stored at the task for the person who
 * typed them, because the task returns. `unchanged`: the submission has no forms. See docs/decisions/0059 and
 * 0112.
 */
export type FormsRule = 'store' | 'pending' | 'draft' | 'unchanged';

/** A submission of the handler bar with the names of the workflow core. */
export interface BarSubmission {
  taskId: number;
  buttonId: string;
  opinion: string;
  nextHandlers?: NextHandlers;
  branchNodeIds?: readonly string[];
  targetNodeIds: readonly string[];
  way: ReturnWay;
  /** Text of an urge and its recipients (S1 §3 workorderRemindInputVo); undefined for every other operation. */
  urge?: { receivers: readonly string[]; title: string; text: string; channels: readonly MessageChannel[] };
  /** The people whom it asks, and the way of asking. */
  requests?: ConsultationRequests;
  /** The answer to a countersign. */
  passes?: boolean;
}

/** A submission's requests to other people; each action uses its own part of it. */
export interface ConsultationRequests {
  seats: readonly SeatRequest[];
  sequence: Panel['sequence'];
  rule: PanelRule;
  goes: Panel['goes'];
  limit: Panel['limit'];
  expiry: ExpiryPolicy;
  place: 'before' | 'after';
  returns: boolean;
}
