import { Permission } from '../../access/actor.ts';
import { HandlerOperation } from '../../enumerations/handler-operation.ts';
import { isRefusal, refuse } from '../../refusals/refusals.ts';
import { advance } from '../advancing/advance.ts';
import type { Action } from '../decision/action.ts';
import {
  createBuilder,
  emit,
  finishTask,
  newToken,
  openTask,
  personOf,
  staffKey,
} from '../decision/builder.ts';
import type { DecisionRefusal } from '../model/decision-refusals.ts';
import type { DecisionContext, NextHandlers, WorkflowEvent } from '../model/model.ts';
import { apply } from '../state/apply.ts';

export interface StartCommand {
  action: 'start';
  variables?: Readonly<Record<string, unknown>>;
  nextHandlers?: NextHandlers;
}

/** Starts an order, with `decideStart`; refused for an order that has already begun. */
export const startAction: Action<StartCommand> = {
  label: '发起',
  effect: [
    '发起环节记为第 1 条并即时完成，流程继续',
    'the start becomes task 1 and is finished immediately; the flow continues',
  ],
  operation: HandlerOperation.handle,
  actorRole: 'initiator',
  permission: Permission.initiate,
  opinion: 'none',
  forms: 'store',
  outcome: 'started',
  refusal: 'actionNotAllowed',
  decide: () => refuse('actionNotAllowed'),
};

/**
 * Starts an order: the actor becomes its initiator, the start is task 1 and completed at once, the flow
 * advances.
 */
export function decideStart(
  command: StartCommand,
  context: DecisionContext,
): WorkflowEvent[] | DecisionRefusal {
  const { definition } = context;
  const started: WorkflowEvent = {
    type: 'started',
    at: context.now.toISOString(),
    initiator: personOf(context.actor),
    variables: { ...definition.variables, ...command.variables },
  };
  const builder = createBuilder(apply(null, started), context);
  const token = newToken(builder.state, { nodeId: definition.startId, flowId: null, madeBy: null });
  emit(builder, { type: 'tokenPlaced', token });
  const task = openTask(builder, token, 'start', [staffKey(context.actor.staffId)]);
  const { nextHandlers } = command;
  finishTask(builder, task.id, 'started', { ...(nextHandlers && { nextHandlers }) });
  const refusal = advance(builder);
  return isRefusal(refusal) ? refusal : [started, ...builder.events];
}
