import { isRefusal, type Refusal } from '../../refusals/refusals.ts';
import { advance } from '../advance.ts';
import { apply } from '../apply.ts';
import { draftOf, emit, newToken, openTask, personOf, staffKey } from '../draft.ts';
import type { Command, DecisionContext, WorkflowEvent } from '../model.ts';

/** Starts an order: the actor becomes its initiator, the start is task 1 and done at once, the flow walks on. */
export function decideStart(
  command: Extract<Command, { action: 'start' }>,
  context: DecisionContext,
): WorkflowEvent[] | Refusal {
  const { definition } = context;
  const started: WorkflowEvent = {
    type: 'started',
    at: context.now.toISOString(),
    initiator: personOf(context.actor),
    variables: { ...definition.variables, ...command.variables },
  };
  const draft = draftOf(apply(null, started), context);
  const token = newToken(draft.state, { nodeId: definition.startId, flowId: null, madeBy: null });
  emit(draft, { type: 'tokenPlaced', token });
  const task = openTask(draft, token, 'start', [staffKey(context.actor.staffId)]);
  emit(draft, {
    type: 'taskFinished',
    at: draft.at,
    taskId: task.id,
    outcome: 'started',
    by: draft.by,
    buttonId: null,
    opinion: '',
    resultCode: null,
    ...(command.nextHandlers && { nextHandlers: command.nextHandlers }),
  });
  const refusal = advance(draft);
  return isRefusal(refusal) ? refusal : [started, ...draft.events];
}
