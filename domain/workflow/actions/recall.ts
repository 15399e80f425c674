import { Permission } from '../../access/actor.ts';
import { HandlerOperation } from '../../enumerations/handler-operation.ts';
import { refuse } from '../../refusals/refusals.ts';
import { advance } from '../advancing/advance.ts';
import { openRollback } from '../advancing/rollbacks.ts';
import type { Action } from '../decision/action.ts';
import { closeTasks, type DecisionBuilder, emit, staffKey } from '../decision/builder.ts';
import { rewind } from '../decision/rewind.ts';
import type { DecisionRefusal } from '../model/decision-refusals.ts';
import type { OrderState, ProcessDefinition, Token } from '../model/model.ts';
import { reenterVisit } from '../slots/visit.ts';
import { descendantTokensOf } from '../state/net.ts';
import { hasActivity } from '../state/panels.ts';
import { checkReason } from './checks.ts';

export interface RecallCommand {
  action: 'recall';
  reason: string;
}

/**
 * Recalls an order: the initiator takes it back while no later handler has acted on it, and may edit it
 * again.
 */
export const recallAction: Action<RecallCommand> = {
  label: '撤回（发起人）',
  effect: [
    '发起之后无人办理、流程允许时，回到发起人修改',
    'returns the order to the initiator, if no person after the start has handled it and the definition allows it',
  ],
  operation: HandlerOperation.withdraw,
  actorRole: 'initiator',
  permission: Permission.initiate,
  opinion: 'reason',
  forms: 'unchanged',
  closedTaskTexts: { outcome: 'closedByRecall', remark: '发起人已撤回' },
  traceText: '发起人撤回',
  offer: {
    name: '撤回办件',
    question: ({ code }) => `确认撤回办件 ${code} 吗？撤回后可以修改并重新提交。`,
    reason: 'none',
  },
  successMessage: '撤回成功',
  refusal: 'recallNotAllowed',
  commandFromBar: ({ opinion }) => ({ action: 'recall', reason: opinion }),
  decide: decideRecall,
};

function decideRecall(builder: DecisionBuilder, command: RecallCommand): DecisionRefusal | null {
  const { definition, actor } = builder.context;
  if (actor.staffId !== builder.state.initiator.staffId) return refuse('notYourTask');
  const start = recallableStart(builder.state, definition);
  if (start === undefined) return refuse('recallNotAllowed');
  const reason = checkReason(command.reason);
  if (reason !== null) return reason;

  emit(builder, { type: 'recalled', at: builder.at, by: builder.by, reason: command.reason });
  const { placed, descendants } = rewind(builder, [start]);
  closeTasks(builder, descendants, 'closedByRecall');
  openRollback(builder, {
    kind: 'recall',
    way: 'replay',
    targetTokenIds: placed.map(({ id }) => id),
    undo: null,
    byTaskId: null,
  });
  for (const token of placed) reenterVisit(builder, token, 'recall', [[staffKey(actor.staffId)]]);
  return advance(builder);
}

/**
 * Returns the start's token while the order can be recalled, independent of the person: policy, no open
 * rollback, no action since.
 */
export function recallableStart(state: OrderState, definition: ProcessDefinition): Token | undefined {
  if (definition.recall === 'never' || state.ended !== null || state.rollbacks.length > 0) return undefined;
  const start = state.tokens.find((token) => token.nodeId === definition.startId && !token.dead);
  if (start === undefined) return undefined;
  const descendants = descendantTokensOf(state, definition, [start]);
  descendants.delete(start.id);
  return hasActivity(state, descendants) ? undefined : start;
}
