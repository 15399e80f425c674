import type { Actor } from '../access/actor.ts';
import type { WorkOrderStatus } from '../enumerations/work-order-status.ts';
import { isCandidateFor } from '../substitutes/substitution.ts';
import { disagreeCode } from './actions/answer-countersign.ts';
import { workKinds } from './actions/checks.ts';
import { canRecall } from './actions/queries.ts';
import {
  actionOf,
  actionOfCompletedTaskButton,
  actionOfSlot,
  actions,
  type CommandAction,
  commandActions,
  mayPerform,
  validateFormCode,
} from './actions/registry.ts';
import { mayUrge, tasksToUrge } from './actions/urge.ts';
import { createWithdrawCheck } from './actions/withdraw.ts';
import { nodeOf } from './decision/builder.ts';
import type {
  DecisionContext,
  FlowNode,
  NodeButton,
  OrderState,
  ProcessDefinition,
  Task,
  UserTaskNode,
} from './model/model.ts';
import { votesAtSeat } from './slots/shared-seats.ts';
import { isDone, isHandledBy } from './state/outcomes.ts';
import { isActionable } from './state/panels.ts';
import { recordThatBlocks } from './state/records.ts';
import { openTasks, rollbackStatusOf } from './state/status.ts';

/** Buttons of one task for one person, in the order of the definition. */
export interface ActionBar {
  taskId: number;
  nodeId: string;
  /** 1 for an open task that the person may complete, 2 for one that the person has completed (S1 §6). */
  opType: 1 | 2;
  buttons: NodeButton[];
}

export interface AvailableActions {
  bars: ActionBar[];
  rollbackStatus: 0 | 1;
  canRecall: boolean;
  /** Handled tasks that the person may take back. */
  withdrawableTaskIds: number[];
}

/** The only custom button of an initiator whose order was returned (S1 §4, 14). */
export const resubmitButton: NodeButton = {
  code: actions.resubmit.buttonCode ?? '',
  id: 'resubmit',
  name: actions.resubmit.label,
  state: 1,
  opType: 1,
  order: 1,
};

/** Meaning of a button of the bar: an action, or only the check of the forms. */
export type ButtonAction = CommandAction | 'validateForm';

export interface ButtonMeaning {
  action: ButtonAction;
  needsOpinion: boolean;
  /** True if bar and forms must both be valid; otherwise only the bar. */
  fillsForms: boolean;
  dangerous: boolean;
  /** True if the button ends the order. */
  ends: boolean;
  /** The status with which the order is over; null if it continues. */
  endStatus: WorkOrderStatus | null;
}

/**
 * Returns the requirements and effects of a button of an open task; undefined for a code without an action.
 */
export function meaningOf(
  button: Pick<NodeButton, 'code' | 'ends' | 'resultCode'>,
  node: FlowNode,
): ButtonMeaning | undefined {
  if (button.code === validateFormCode) {
    return {
      action: 'validateForm',
      needsOpinion: false,
      fillsForms: true,
      dangerous: false,
      ends: false,
      endStatus: null,
    };
  }
  const action = actionOf(button.code) ?? actionOfSlot(button.code);
  if (action === undefined) return undefined;
  const { opinion, forms, dangerous, endsWith } = actions[action];
  const endStatus = endsWith?.(button) ?? null;
  const byNode = opinion === 'byNode' && node.kind === 'userTask' && node.opinionRequired;
  return {
    action,
    needsOpinion: opinion === 'always' || byNode || (opinion === 'withNo' && button.code === disagreeCode),
    fillsForms: forms === 'store',
    dangerous: dangerous === true,
    ends: endStatus !== null,
    endStatus,
  };
}

/**
 * Checks whether the button uses the submission of the handler bar, which is the only one that includes
 * documents (S1 §4).
 */
export function usesHandlerBar({ action }: Pick<ButtonMeaning, 'action'>): boolean {
  return action !== 'validateForm' && actions[action].commandFromBar !== undefined;
}

/**
 * Returns the actions that this person may do on the order now, from which every page shows its buttons. If
 * one person could answer several shared seats of a countersign, the directory decides which seat is that
 * person's.
 */
export function availableActions(
  state: OrderState,
  definition: ProcessDefinition,
  actor: Actor,
  addressee?: DecisionContext['addressee'],
): AvailableActions {
  const open = openTasks(state)
    .filter((task) => isActionable(state, task) && isCandidateFor(actor, task))
    .map((task) =>
      workKinds.includes(task.kind)
        ? barOfOpenTask(state, definition, task, actor)
        : slotActions({ state, definition, actor, addressee }, task),
    );
  const mayBeTakenBack = createWithdrawCheck(state, definition);
  const withdrawableTaskIds = mayPerform(actor, 'withdraw')
    ? state.tasks
        .filter((task) => isHandledBy(task, actor.staffId) && mayBeTakenBack(task))
        .map(({ id }) => id)
    : [];
  const done = newestOwnTasks(state, actor).flatMap((task) =>
    doneButtonsOf(state, definition, task, actor, withdrawableTaskIds.includes(task.id)),
  );
  return {
    bars: [...open, ...done].filter(({ buttons }) => buttons.length > 0),
    rollbackStatus: rollbackStatusOf(state, definition),
    canRecall: mayPerform(actor, 'recall') && canRecall(state, definition, actor),
    withdrawableTaskIds,
  };
}

function barOfOpenTask(
  state: OrderState,
  definition: ProcessDefinition,
  task: Task,
  actor: Actor,
): ActionBar {
  const node = nodeOf(definition, task.nodeId);
  const bar = { taskId: task.id, nodeId: node.id, opType: 1 as const };
  if (node.kind !== 'userTask') {
    const isOffered = mayPerform(actor, 'resubmit') && recordThatBlocks(state, task) === undefined;
    return { ...bar, buttons: isOffered ? [resubmitButton] : [] };
  }
  const isBlocked = recordThatBlocks(state, task) !== undefined;
  const buttons = buttonsOf(node, 1).filter((button) => {
    if (button.code === validateFormCode) return !isBlocked && mayPerform(actor, 'handle');
    const action = actionOf(button.code);
    if (action === undefined || !mayPerform(actor, action)) return false;
    if (isBlocked && actions[action].ignoresRecords !== true) return false;
    return actions[action].isOffered?.({ state, definition, task, button, actor }) ?? true;
  });
  return { ...bar, buttons };
}

/**
 * Returns the actions of a person who was asked: the answers of the seat, then the node's buttons that ask
 * others in turn (docs/decisions/0035). None if the person has no vote in the countersign, or has it at
 * another seat (S1 §5).
 */
function slotActions(
  scope: {
    state: OrderState;
    definition: ProcessDefinition;
    actor: Actor;
    addressee: DecisionContext['addressee'] | undefined;
  },
  task: Task,
): ActionBar {
  const { state, definition, actor, addressee } = scope;
  const bar = { taskId: task.id, nodeId: task.nodeId, opType: 1 as const };
  const voteContext = { state, context: { definition, ...(addressee && { addressee }) } };
  if (!votesAtSeat(voteContext, task, actor) || recordThatBlocks(state, task) !== undefined)
    return { ...bar, buttons: [] };
  const ownButtons = commandActions
    .filter((action) => mayPerform(actor, action))
    .flatMap((action) => actions[action].slotButtons?.(task.kind) ?? []);
  const node = nodeOf(definition, task.nodeId);
  const requestButtons =
    node.kind === 'userTask'
      ? buttonsOf(node, 1).filter((button) => asksOthersFrom(scope, task, button))
      : [];
  const buttons = [...ownButtons, ...requestButtons].map((button, index) => ({
    ...button,
    state: 1 as const,
    opType: 1 as const,
    order: index + 1,
  }));
  return { ...bar, buttons };
}

/** Checks that the button of the node asks others, which a person who was asked may do as well. */
function asksOthersFrom(
  { state, definition, actor }: { state: OrderState; definition: ProcessDefinition; actor: Actor },
  task: Task,
  button: NodeButton,
): boolean {
  const action = actionOf(button.code);
  if (action === undefined || !mayPerform(actor, action) || actions[action].isAllowedAtSeats !== true)
    return false;
  return actions[action].isOffered?.({ state, definition, task, button, actor }) ?? true;
}

/** Returns the newest task of each node that this person has completed. */
function newestOwnTasks(state: OrderState, { staffId }: Pick<Actor, 'staffId'>): Task[] {
  const done = state.tasks.filter((task) => isDone(task) && isHandledBy(task, staffId));
  return [...new Map(done.map((task) => [task.nodeId, task])).values()];
}

/**
 * Returns the buttons that the node's definition gives a person who has completed a task of it (opType 2), if
 * each action is allowed now.
 */
function doneButtonsOf(
  state: OrderState,
  definition: ProcessDefinition,
  task: Task,
  actor: Actor,
  isWithdrawable: boolean,
): ActionBar[] {
  const node = nodeOf(definition, task.nodeId);
  if (node.kind !== 'userTask') return [];
  const allowed: Partial<Record<CommandAction, () => boolean>> = {
    withdraw: () => isWithdrawable,
    copy: () => state.ended === null && mayPerform(actor, 'copy'),
    urge: () => mayPerform(actor, 'urge') && mayUrge(state, actor) && tasksToUrge(state, actor).length > 0,
  };
  const buttons = buttonsOf(node, 2).filter(({ code }) => {
    const action = actionOfCompletedTaskButton(code);
    return action !== undefined && allowed[action]?.() === true;
  });
  return [{ taskId: task.id, nodeId: node.id, opType: 2, buttons }];
}

function buttonsOf(node: UserTaskNode, opType: 1 | 2): NodeButton[] {
  return node.buttons
    .filter((button) => button.state === 1 && button.opType === opType)
    .sort((left, right) => left.order - right.order);
}
