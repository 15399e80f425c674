import type { Actor } from '../access/actor.ts';
import { HandlingAction } from '../enumerations/handling-action.ts';
import { nodeOf } from './draft.ts';
import { manualGatewayAfter } from './gateways.ts';
import type {
  CommandAction,
  NodeButton,
  OrderState,
  ProcessDefinition,
  Task,
  UserTaskNode,
} from './model.ts';
import { canRecall, canWithdraw } from './queries.ts';
import { returnableTokens } from './return-targets.ts';
import { directRollbackOf } from './rollbacks.ts';
import { openTasks, rollbackStatusOf, statusOf } from './status.ts';
import { actionRow, allows, mayGive } from './table.ts';

/** Buttons of one task for one person, sorted as the definition says. */
export interface ActionBar {
  taskId: number;
  nodeId: string;
  /** 1 an open task that the person may finish, 2 one that the person has done (S1 §6). */
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

/** The single custom button of an initiator whose order came back (S1 §4, 14). */
export const resubmitButton: NodeButton = {
  code: HandlingAction.resubmit,
  id: 'resubmit',
  name: '提交',
  state: 1,
  opType: 1,
  order: 1,
};

/** What this person may do to the order now; the answer that every screen's buttons are drawn from. */
export function availableActions(
  state: OrderState,
  definition: ProcessDefinition,
  actor: Actor,
): AvailableActions {
  const open = openTasks(state)
    .filter((task) => task.candidates.some((key) => actor.keys.includes(key)))
    .map((task) => openBar(state, definition, task, actor));
  const withdrawableTaskIds = state.tasks
    .filter(
      ({ id }) => allowed(state, definition, actor, 'withdraw') && canWithdraw(state, definition, id, actor),
    )
    .map(({ id }) => id);
  const done = withdrawableTaskIds.flatMap((taskId) => doneBar(state, definition, taskId));
  return {
    bars: [...open, ...done].filter(({ buttons }) => buttons.length > 0),
    rollbackStatus: rollbackStatusOf(state, definition),
    canRecall: allowed(state, definition, actor, 'recall') && canRecall(state, definition, actor),
    withdrawableTaskIds,
  };
}

function openBar(state: OrderState, definition: ProcessDefinition, task: Task, actor: Actor): ActionBar {
  const node = nodeOf(definition, task.nodeId);
  const bar = { taskId: task.id, nodeId: node.id, opType: 1 as const };
  if (node.kind !== 'userTask') {
    return { ...bar, buttons: allowed(state, definition, actor, 'resubmit') ? [resubmitButton] : [] };
  }
  const buttons = buttonsOf(node, 1).filter((button) => {
    const action = actionOf(button.code);
    return (
      action !== undefined &&
      allowed(state, definition, actor, action) &&
      fits(state, definition, task, { action, button })
    );
  });
  return { ...bar, buttons };
}

/**
 * What the status does not say: a return needs a node to go to, a branch is chosen only before a manual gateway, and what
 * goes on without ending the order chooses none.
 */
function fits(
  state: OrderState,
  definition: ProcessDefinition,
  task: Task,
  { action, button }: { action: CommandAction; button: NodeButton },
): boolean {
  if (action === 'return') return returnableTokens(state, definition, task).length > 0;
  const goesOn = action === 'handle' || (action === 'void' && !endsOrder(button));
  if (!goesOn && action !== 'chooseBranch') return action !== 'withdraw';
  const hasBranch = manualGatewayAfter(definition, nodeOf(definition, task.nodeId)) !== undefined;
  const choosesBranch = hasBranch && directRollbackOf(state, task) === undefined;
  return action === 'chooseBranch' ? hasBranch : !choosesBranch;
}

/** Whether pressing the button ends the order for good: terminate always, void where it says so (docs/decisions/0059). */
export function endsOrder({ code, ends }: Pick<NodeButton, 'code' | 'ends'>): boolean {
  const action = actionOf(code);
  return action === 'terminate' || (action === 'void' && ends === true);
}

function doneBar(state: OrderState, definition: ProcessDefinition, taskId: number): ActionBar[] {
  const task = state.tasks[taskId - 1];
  const node = task && nodeOf(definition, task.nodeId);
  if (node?.kind !== 'userTask') return [];
  const buttons = buttonsOf(node, 2).filter(({ code }) => actionOf(code) === 'withdraw');
  return [{ taskId, nodeId: node.id, opType: 2, buttons }];
}

function buttonsOf(node: UserTaskNode, opType: 1 | 2): NodeButton[] {
  return node.buttons
    .filter((button) => button.state === 1 && button.opType === opType)
    .sort((left, right) => left.order - right.order);
}

const actions = Object.keys(actionRow) as CommandAction[];

/** The core's action behind a button code; undefined for codes that other capabilities serve. */
export function actionOf(code: string): CommandAction | undefined {
  return actions.find((action) => actionRow[action].buttonCode === code);
}

/** By the status and by the person's roles. */
function allowed(
  state: OrderState,
  definition: ProcessDefinition,
  actor: Actor,
  action: CommandAction,
): boolean {
  return mayGive(actor, action) && allows(statusOf(state, definition), action);
}
