import type { WorkOrderStatus } from '../enumerations/work-order-status.ts';
import { isRefusal } from '../refusals/refusals.ts';
import { canRecall, canWithdraw } from './actions/queries.ts';
import { type Command, type CommandAction, mayPerform } from './actions/registry.ts';
import { decide } from './decide.ts';
import { nodeOf } from './decision/builder.ts';
import type { DecisionRefusal } from './model/decision-refusals.ts';
import type { DecisionContext, OrderState, Task } from './model/model.ts';
import { applyAll } from './state/apply.ts';
import { waitingTokens } from './state/live-tokens.ts';
import { type DecidedCountersign, decidedCountersign } from './state/panels.ts';
import { statusOf } from './state/status.ts';

/** The effects of an action, shown before it is executed. */
export interface ActionPreview {
  from: WorkOrderStatus;
  to: WorkOrderStatus;
  /** Set if the action ends the order, with the end node; the node is null for a terminate or void. */
  orderEnd: { nodeId: string | null } | null;
  /** Tasks that open, each with a handler who can find it. */
  openedTasks: Task[];
  /** The order after the action, for the time limits of the tasks that open and the documents that it voids. */
  stateAfter: OrderState;
  /** Open tasks that close, the actor's own first. */
  closedTasks: Task[];
  /** Joins at which a token will wait and none waits now. */
  waitingJoins: { nodeId: string; nodeName: string }[];
  /**
   * The action with which the same person may undo this one until another person has acted; null if there is
   * none.
   */
  undo: Extract<CommandAction, 'withdraw' | 'recall'> | null;
  /** The result of the countersign that the action decides; undefined if it decides none. */
  countersign: DecidedCountersign | undefined;
}

/**
 * Returns the effects that a command would have, by deciding it on a copy: for every action of the registry,
 * with the same refusals as the command itself. Texts are not needed yet, so that a missing opinion or reason
 * is not refused.
 */
export function previewAction(
  before: OrderState,
  command: Command,
  context: DecisionContext,
): ActionPreview | DecisionRefusal {
  const events = decide(before, withPlaceholderTexts(command), context);
  if (isRefusal(events)) return events;
  const { definition } = context;
  const after = applyAll(before, events);
  const ownId = 'taskId' in command ? command.taskId : undefined;
  const waitingBefore = new Set(tokensWaitingAtJoins(before).map(({ id }) => id));
  const newlyWaiting = tokensWaitingAtJoins(after).filter(({ id }) => !waitingBefore.has(id));
  return {
    from: statusOf(before, definition),
    to: statusOf(after, definition),
    orderEnd: after.ended && { nodeId: after.ended.nodeId },
    openedTasks: after.tasks.slice(before.tasks.length).filter(({ outcome }) => outcome === null),
    stateAfter: after,
    closedTasks: before.tasks
      .filter(({ id, outcome }) => outcome === null && after.tasks[id - 1]?.outcome !== null)
      .sort((left, right) => Number(right.id === ownId) - Number(left.id === ownId)),
    waitingJoins: [...new Set(newlyWaiting.map(({ nodeId }) => nodeId))].map((nodeId) => ({
      nodeId,
      nodeName: nodeOf(definition, nodeId).name,
    })),
    undo: undoOf(after, command, context),
    countersign: decidedCountersign(before, after),
  };
}

/**
 * Checks whether handling a task with this button certainly ends the order: its path depends on the button
 * alone and leads to an end. If it depends on a form, or on other open tasks, nothing is certain.
 */
export function alwaysEndsOrder(...parameters: Parameters<typeof endOfHandling>): boolean {
  return endOfHandling(...parameters) !== undefined;
}

/**
 * Returns the status with which the order ends if the task is handled with this button; undefined if that
 * does not certainly end it.
 */
export function endOfHandling(
  state: OrderState,
  { taskId, buttonId }: { taskId: number; buttonId: string },
  context: Pick<DecisionContext, 'definition' | 'actor' | 'now' | 'evaluateCondition'>,
): WorkOrderStatus | undefined {
  const command: Command = { action: 'handle', taskId, buttonId, opinion: '' };
  // Without facts a condition on a form is refused. Only the fact that a task opens matters here, not its
  // handler.
  const preview = previewAction(state, command, { ...context, facts: {}, addressee: anyAddressee });
  return isRefusal(preview) || preview.orderEnd === null ? undefined : preview.to;
}

const anyAddressee: DecisionContext['addressee'] = (key) => ({
  name: key,
  availability: 'able',
  mayResubmit: true,
  soleStaffId: null,
  ableStaffIds: [],
  orgId: null,
  keys: [],
});

/**
 * Returns the command with a placeholder for its texts: the person types them last, and the preview does not
 * need them.
 */
function withPlaceholderTexts(command: Command): Command {
  const placeholder = '—';
  if ('opinion' in command) return { ...command, opinion: placeholder };
  return 'reason' in command ? { ...command, reason: placeholder } : command;
}

function undoOf(
  after: OrderState,
  command: Command,
  { definition, actor }: DecisionContext,
): ActionPreview['undo'] {
  const taskId = 'taskId' in command ? command.taskId : 0;
  if (mayPerform(actor, 'withdraw') && canWithdraw(after, definition, taskId, actor)) return 'withdraw';
  const recalls = command.action === 'resubmit' && mayPerform(actor, 'recall');
  return recalls && canRecall(after, definition, actor) ? 'recall' : null;
}

function tokensWaitingAtJoins(state: OrderState) {
  return waitingTokens(state).filter(({ id }) => !state.tasks.some(({ tokenId }) => tokenId === id));
}
