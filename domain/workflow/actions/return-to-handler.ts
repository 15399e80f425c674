import { Permission } from '../../access/actor.ts';
import { HandlerOperation } from '../../enumerations/handler-operation.ts';
import { problemOfOpinion } from '../../opinions/opinion.ts';
import { isRefusal } from '../../refusals/refusals.ts';
import type { Action } from '../decision/action.ts';
import type { DecisionBuilder } from '../decision/builder.ts';
import { earlierHandlers } from '../decision/earlier-handlers.ts';
import type { DecisionRefusal } from '../model/decision-refusals.ts';
import { mayAskOthers, refuseTooManyPanels, seatProblems } from '../slots/checks.ts';
import { openPanel } from '../slots/visit.ts';
import { checkOpinion, refuseProblems, taskWithRequestButton, workKinds } from './checks.ts';
import { advanceVisit } from './continue-flow.ts';

export interface ReturnToHandlerCommand {
  action: 'returnToHandler';
  taskId: number;
  /** The person who did the node before. */
  key: string;
  opinion: string;
}

/**
 * Returns a task to an earlier handler (S1 §4): a person who did the same node before is asked again. The
 * answer goes to the person who asks and not along the flow; the task waits for it.
 */
export const returnToHandlerAction: Action<ReturnToHandlerCommand> = {
  label: '退回经办人',
  effect: [
    '退回本环节之前的一名经办人，意见必填；其提交后直接返回本人，流程停留在原环节',
    'asks an earlier handler of the same node again, with an opinion; the answer returns directly, and the flow does not move',
  ],
  buttonCode: 'return-to-handler',
  operation: HandlerOperation.return,
  actorRole: 'candidate',
  permission: Permission.handle,
  opinion: 'always',
  forms: 'draft',
  traceText: '退回经办人',
  refusal: 'returnNotAllowed',
  isOffered: ({ state, task, actor }) =>
    mayAskOthers(state, task) && earlierHandlers(state, task, actor).length > 0,
  decide: decideReturnToHandler,
};

function decideReturnToHandler(
  builder: DecisionBuilder,
  { taskId, key, opinion }: ReturnToHandlerCommand,
): DecisionRefusal | null {
  const task = taskWithRequestButton(builder, taskId, workKinds, returnToHandlerAction);
  if (isRefusal(task)) return task;
  const tooMany = refuseTooManyPanels(builder, task);
  if (tooMany !== null) return tooMany;
  const isEarlierHandler = earlierHandlers(builder.state, task).some((handler) => handler.key === key);
  const seats = [{ group: 0, keys: key === '' ? [] : [key] }];
  const problems = seatProblems(builder.context, seats, '请选择退回的经办人');
  const notEarlierHandler = { field: 'seats.0', message: '该人员未办理过本环节' };
  const keyProblems = problems.length > 0 || isEarlierHandler ? problems : [notEarlierHandler];
  const opinionRefusal = checkOpinion(opinion, returnToHandlerAction.opinion);
  if (opinionRefusal !== null && keyProblems.length === 0) return opinionRefusal;
  const message = problemOfOpinion(opinion, true);
  const refusal = refuseProblems(
    message === undefined ? keyProblems : [...keyProblems, { field: 'opinion', message }],
  );
  if (refusal !== null) return refusal;
  openPanel(builder, task.tokenId, {
    kind: 'returned',
    byTaskId: task.id,
    reason: opinion,
    seats,
    sequence: 'any',
    rule: { kind: 'all' },
    goes: 'back',
  });
  return advanceVisit(builder, task);
}
