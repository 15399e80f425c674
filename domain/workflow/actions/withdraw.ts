import { type Refusal, refuse } from '../../refusals/refusals.ts';
import { advance } from '../advance.ts';
import { closeTasks, type Draft, emit, nodeOf, openTask, staffKey, tokenOf } from '../draft.ts';
import type { Command, OrderState, ProcessDefinition, Task } from '../model.ts';
import { futureOf } from '../net.ts';
import { rewind } from '../rewind.ts';
import { checkReason } from './checks.ts';

/** Withdraw (S1 §4, 6): the last handler takes a task back while the next ones are untouched; they close, mine reopens. */
export function decideWithdraw(
  draft: Draft,
  command: Extract<Command, { action: 'withdraw' }>,
): Refusal | null {
  const { definition, actor } = draft.context;
  const task = draft.state.tasks[command.taskId - 1];
  if (task?.finishedBy?.staffId !== actor.staffId) return refuse('notYourTask');
  if (!canTakeBack(draft.state, definition, task)) return refuse('withdrawNotAllowed');
  const reason = checkReason(command.reason);
  if (reason !== null) return reason;

  emit(draft, { type: 'withdrawn', at: draft.at, taskId: task.id, by: draft.by, reason: command.reason });
  const { placed, future } = rewind(draft, [tokenOf(draft.state, task.tokenId)]);
  closeTasks(draft, future, 'closedByWithdraw');
  for (const token of placed) openTask(draft, token, 'withdraw', [staffKey(actor.staffId)]);
  return advance(draft);
}

/**
 * Whether a handled task can still be taken back, whoever asks: the node allows it, no return or recall is open, its
 * token really walked on, and nobody has touched what came of it.
 */
export function canTakeBack(state: OrderState, definition: ProcessDefinition, task: Task): boolean {
  if (state.ended !== null || state.rollbacks.length > 0 || task.outcome !== 'handled') return false;
  const node = nodeOf(definition, task.nodeId);
  if (node.kind !== 'userTask' || !node.withdrawAllowed) return false;
  const token = tokenOf(state, task.tokenId);
  const firing = token.usedBy === null ? undefined : state.firings[token.usedBy - 1];
  if (token.dead || firing === undefined || firing.makes.length === 0) return false;
  const future = futureOf(state, [token]);
  const later = state.tasks.filter(({ tokenId }) => tokenId !== token.id && future.has(tokenId));
  return later.every(({ outcome }) => outcome === null || outcome.startsWith('closedBy'));
}
