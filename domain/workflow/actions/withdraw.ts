import { Permission } from '../../access/actor.ts';
import { HandlerOperation } from '../../enumerations/handler-operation.ts';
import { refuse } from '../../refusals/refusals.ts';
import { advance } from '../advancing/advance.ts';
import type { Action } from '../decision/action.ts';
import { closeTasks, type DecisionBuilder, emit, nodeOf, tokenOf } from '../decision/builder.ts';
import { handlerKeysOf } from '../decision/candidates.ts';
import { rewind } from '../decision/rewind.ts';
import type { DecisionRefusal } from '../model/decision-refusals.ts';
import type { OrderState, ProcessDefinition, Task } from '../model/model.ts';
import { reenterVisit } from '../slots/visit.ts';
import { descendantTokensOf } from '../state/net.ts';
import { isHandledBy } from '../state/outcomes.ts';
import { countersignAt, hasActivity, tokensWithActivity } from '../state/panels.ts';
import { checkReason } from './checks.ts';

export interface WithdrawCommand {
  action: 'withdraw';
  taskId: number;
  reason: string;
}

/**
 * Withdraws a task (S1 §4, 6): its last handler takes it back while nobody has worked on the next tasks; they
 * close, and it reopens.
 */
export const withdrawAction: Action<WithdrawCommand> = {
  label: '撤回（经办人）',
  effect: [
    '后续任务未被办理、环节允许、未被未了退回波及时，后续任务关闭，本人任务重开',
    'closes the following tasks and reopens the own one, if no person has handled them, the node allows it and no open return affects them',
  ],
  buttonCode: '6',
  operation: HandlerOperation.withdraw,
  actorRole: 'lastHandler',
  permission: Permission.handle,
  opinion: 'reason',
  forms: 'unchanged',
  closedTaskTexts: { outcome: 'closedByWithdraw', remark: '被撤回' },
  traceText: '撤回',
  offer: {
    name: '撤回',
    question: ({ nodeName, ownerName = '您' }) =>
      `撤回后，下一环节的待办关闭，“${nodeName}”环节由${ownerName}重新办理。`,
    reason: 'optional',
  },
  successMessage: '撤回成功',
  refusal: 'withdrawNotAllowed',
  isOffered: () => false,
  completedTaskButtonCode: '6',
  lint: (_node, { opType }) => (opType === 2 ? [] : ['（撤回）只能用于已办（opType 2）']),
  commandFromBar: ({ taskId, opinion }) => ({ action: 'withdraw', taskId, reason: opinion }),
  decide: decideWithdraw,
};

function decideWithdraw(builder: DecisionBuilder, command: WithdrawCommand): DecisionRefusal | null {
  const { definition, actor } = builder.context;
  const task = builder.state.tasks[command.taskId - 1];
  if (task === undefined || !isHandledBy(task, actor.staffId)) return refuse('notYourTask');
  if (!canWithdrawTask(builder.state, definition, task)) return refuse('withdrawNotAllowed');
  const reason = checkReason(command.reason);
  if (reason !== null) return reason;

  emit(builder, {
    type: 'withdrawn',
    at: builder.at,
    taskId: task.id,
    by: builder.by,
    reason: command.reason,
  });
  const { placed, descendants } = rewind(builder, [tokenOf(builder.state, task.tokenId)]);
  closeTasks(builder, descendants, 'closedByWithdraw');
  for (const token of placed) reenterVisit(builder, token, 'withdraw', [handlerKeysOf([task])]);
  return advance(builder);
}

/**
 * Checks that a handled task can still be taken back, independent of the person: the node allows it, its
 * token has really advanced, no person has worked on what followed, and no open return or recall covers any
 * of that work.
 */
export function canWithdrawTask(state: OrderState, definition: ProcessDefinition, task: Task): boolean {
  return createWithdrawCheck(state, definition)(task);
}

/**
 * Returns the check of `canWithdrawTask` for many tasks of an order: their shared facts are computed once and
 * decide most tasks.
 */
export function createWithdrawCheck(
  state: OrderState,
  definition: ProcessDefinition,
): (task: Task) => boolean {
  let shared: { firingsWithWork: ReadonlySet<number>; coveredTokens: ReadonlySet<number> } | undefined;
  return (task) => {
    if (state.ended !== null || task.outcome !== 'handled' || task.kind !== 'main') return false;
    shared ??= {
      firingsWithWork: firingsWithLaterWork(state),
      coveredTokens: tokensOfOpenRollbacks(state, definition),
    };
    return hasNoLaterWork(state, definition, task, shared);
  };
}

/**
 * Returns the firings after which work was done, directly or later. Dependencies through joins are missing,
 * so a firing that is not among them needs a closer check.
 */
function firingsWithLaterWork(state: OrderState): ReadonlySet<number> {
  const tokensWithWork = tokensWithActivity(state);
  const firings = new Set<number>();
  // A token's maker always precedes it.
  for (const { id, madeBy, usedBy } of state.tokens.toReversed()) {
    if (madeBy !== null && (tokensWithWork.has(id) || (usedBy !== null && firings.has(usedBy))))
      firings.add(madeBy);
  }
  return firings;
}

function hasNoLaterWork(
  state: OrderState,
  definition: ProcessDefinition,
  task: Task,
  {
    firingsWithWork,
    coveredTokens,
  }: { firingsWithWork: ReadonlySet<number>; coveredTokens: ReadonlySet<number> },
): boolean {
  const node = nodeOf(definition, task.nodeId);
  if (node.kind !== 'userTask' || !node.withdrawAllowed) return false;
  const token = tokenOf(state, task.tokenId);
  const firing = token.usedBy === null ? undefined : state.firings[token.usedBy - 1];
  if (token.dead || firing === undefined || firing.makes.length === 0) return false;
  if (firingsWithWork.has(firing.id)) return false;
  const descendants = descendantTokensOf(state, definition, [token]);
  if ([...descendants].some((id) => coveredTokens.has(id))) return false;
  // A decision of several people is not undone, and they are not asked again at the same place.
  if (countersignAt(state, token.id)) return false;
  // Signers after it have already given their opinion on the handled state.
  if (state.panels.some(({ byTaskId, kind }) => byTaskId === task.id && kind === 'after')) return false;
  descendants.delete(token.id);
  return !hasActivity(state, descendants);
}

/**
 * Returns the tokens that open returns and recalls cover (docs/decisions/0030): their targets with all tokens
 * that came from them, and the tokens that 退回后直送 will restore or consume again. Parallel branches continue as
 * usual.
 */
function tokensOfOpenRollbacks(state: OrderState, definition: ProcessDefinition): ReadonlySet<number> {
  if (state.rollbacks.length === 0) return new Set();
  const targets = state.rollbacks.flatMap(({ targetTokenIds }) => targetTokenIds);
  const coveredTokens = descendantTokensOf(
    state,
    definition,
    targets.map((id) => tokenOf(state, id)),
  );
  for (const { undo } of state.rollbacks) {
    for (const id of undo?.killed ?? []) coveredTokens.add(id);
    for (const { tokenId } of undo?.freed ?? []) coveredTokens.add(tokenId);
  }
  return coveredTokens;
}
