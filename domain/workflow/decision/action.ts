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
import type { AskedSeat, ExpiryPolicy, Panel, PanelRule, SlotKind } from '../model/panel.ts';
import type { Draft } from './draft.ts';

/**
 * The whole description of one action: its label, its codes on the wire, the person who may give it, its rules for
 * opinion and forms, its words in the trace, and its decision. Buttons, checks at publishing, the wire, the trace,
 * dialogs and docs/workflow.md read it here; `registry.ts` lists all actions.
 */
export interface Action<C extends { action: string } = { action: string }> {
  label: string;
  /** Effect of the action, in Chinese and English, for docs/workflow.md. */
  effect: readonly [zh: string, en: string];
  /** Code of the node's button that asks for it (S1 §4); absent where no button does. */
  buttonCode?: string;
  /** Code of the button of a node that asks for it on a task that the presser has done (opType 2, S1 §6). */
  doneButtonCode?: string;
  /** `handlerOperation` on the wire and in the trace (S1 §4); absent where the wire has no number for it. */
  operation?: HandlerOperation;
  by: ActionGiver;
  /** Permission that the person's roles must have for it; besides, it must be that person's turn. */
  permission: Permission;
  /** A permission that allows it as well, for a person who gets the task in another's place. */
  alsoPermission?: Permission;
  opinion: OpinionRule;
  forms: FormsRule;
  /** It undoes or ends something: its button stands apart and its dialog warns. */
  dangerous?: true;
  /** Marks the contents of the order's forms as deleted (docs/decisions/0059). */
  deletesForms?: true;
  /**
   * The status that the order ends with when this button is pressed, null where it continues; absent where it
   * never ends.
   */
  endsWith?(button: Pick<NodeButton, 'ends' | 'resultCode'>): WorkOrderStatus | null;
  /**
   * The naming of next handlers that it allows while the button has none; absent where the action never names
   * any.
   */
  names?: Naming;
  /** It chooses the branches of the manual gateway behind the node. */
  choosesBranch?: true;
  /** The outcome of the task that it is given on; absent where it finishes none. */
  outcome?: TaskOutcome;
  /** Words of the trace for the tasks of other people that it closes. */
  closes?: { outcome: TaskOutcome; remark: string };
  /** The word of its own row in the trace, where it visits no node (S1 §4, trace ordering). */
  record?: string;
  /**
   * The way in which it is offered beside the buttons of a task; absent where a button of the node asks for
   * it.
   */
  offer?: ActionOffer;
  /** Message for the person who gave it, when it is done (S1 §4); absent: 该环节已“…”. */
  done?: string;
  /** Refusal where the order is not at a place at which the action can be given. */
  refusal: DecisionRefusal['refused'];
  /** Checks whether its button is offered on an open task of a node; absent: always. */
  isOffered?(at: {
    state: OrderState;
    definition: ProcessDefinition;
    task: Task;
    button: NodeButton;
    actor: Pick<Actor, 'staffId'>;
  }): boolean;
  /** A person who was asked may give it too, by the button of the node (docs/decisions/0035). */
  asksFromSeats?: true;
  /**
   * Returns the problems of a button for it in a definition; its codes, ids and common attributes are checked before.
   */
  lint?(node: UserTaskNode, button: NodeButton): string[];
  /** The slot's own button for it, on a task that others asked for (S1 §4, countersign); absent where a node's button asks. */
  slotButtons?(kind: SlotKind): readonly Pick<NodeButton, 'id' | 'code' | 'name'>[];
  /** The command that a submission of the handler bar stands for; absent where the bar does not give it. */
  fromBar?(submission: BarSubmission): C | undefined;
  /** Adds what follows to the draft, or says why not. */
  decide: (draft: Draft, command: C) => DecisionRefusal | null;
}

/** An action that stands beside the buttons of a task: its button, and the question that its dialog asks. */
export interface ActionOffer {
  /** Word of the button, and title of the dialog. */
  name: string;
  /**
   * Returns the text about the effect, with the order's code, the name of the node, and the task's owner if that is not
   * the reader.
   */
  question(about: { code: string; nodeName: string; ownerName?: string }): string;
  reason: 'required' | 'optional' | 'none';
}

export type ActionGiver =
  | 'initiator'
  | 'candidate'
  | 'lastHandler'
  | 'administrator'
  | 'starter'
  | 'overseer'
  | 'reader'
  | 'registrar'
  | 'system';

/**
 * `always`, `byNode` and `withNo` are opinions (S1 §5: before forward and return always; what voids, terminates or votes
 * no says why as well), `reason` is the shorter reason of what takes something back, `none` asks for neither.
 */
export type OpinionRule = 'always' | 'byNode' | 'withNo' | 'optional' | 'reason' | 'none';

/**
 * Rules for the form values that come with an action. `fill`: bar and forms must both validate, and the typed
 * values go into the forms. `keep`: only wrong values are refused, and the typed values are stored beside the
 * forms. `stage`: the same, but the values are stored at the task for the person who typed them, since the
 * task returns. `leave`: no forms come along. See docs/decisions/0059 and 0112.
 */
export type FormsRule = 'fill' | 'keep' | 'stage' | 'leave';

/** A submission of the handler bar in the words of the core. */
export interface BarSubmission {
  taskId: number;
  buttonId: string;
  opinion: string;
  nextHandlers?: NextHandlers;
  branchNodeIds?: readonly string[];
  targetNodeIds: readonly string[];
  way: ReturnWay;
  /** Text of an urge and its receivers (S1 §3 workorderRemindInputVo); absent with every other operation. */
  urge?: { receivers: readonly string[]; title: string; text: string; channels: readonly MessageChannel[] };
  /** The people whom it asks, and the way of asking. */
  asks?: AskedOthers;
  /** The word of a countersign. */
  passes?: boolean;
}

/** A submission's requests to other people; each action uses its own part of it. */
export interface AskedOthers {
  seats: readonly AskedSeat[];
  sequence: Panel['sequence'];
  rule: PanelRule;
  goes: Panel['goes'];
  limit: Panel['limit'];
  expiry: ExpiryPolicy;
  place: 'before' | 'after';
  returns: boolean;
}
