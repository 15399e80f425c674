import { Permission } from '../../access/actor.ts';
import { HandlerOperation } from '../../enumerations/handler-operation.ts';
import { isRefusal, refuse } from '../../refusals/refusals.ts';
import type { Action } from '../decision/action.ts';
import { type DecisionBuilder, finishTask } from '../decision/builder.ts';
import type { DecisionRefusal } from '../model/decision-refusals.ts';
import { checkOpinion, openTaskOf } from './checks.ts';
import { advanceVisit } from './continue-flow.ts';

export interface ResubmitCommand {
  action: 'resubmit';
  taskId: number;
  opinion: string;
}

/** Resubmits (S1 §4, 14): the initiator submits an order again that was returned to the start or recalled. */
export const resubmitAction: Action<ResubmitCommand> = {
  label: '提交',
  effect: [
    '发起环节完成；重走流程，或直送回退回人',
    'finishes the start again; the order passes all nodes again, or goes directly back to the returner',
  ],
  buttonCode: '14',
  operation: HandlerOperation.submit,
  actorRole: 'initiator',
  permission: Permission.initiate,
  alsoPermission: Permission.administer,
  opinion: 'optional',
  forms: 'store',
  outcome: 'resubmitted',
  refusal: 'resubmitNotAllowed',
  isOffered: ({ definition, task }) => task.nodeId === definition.startId,
  commandFromBar: ({ taskId, opinion }) => ({ action: 'resubmit', taskId, opinion }),
  decide: decideResubmit,
};

function decideResubmit(builder: DecisionBuilder, command: ResubmitCommand): DecisionRefusal | null {
  const task = openTaskOf(builder, command.taskId);
  if (isRefusal(task)) return task;
  if (task.nodeId !== builder.context.definition.startId) return refuse('resubmitNotAllowed');
  const refusal = checkOpinion(command.opinion, resubmitAction.opinion);
  if (refusal !== null) return refusal;
  finishTask(builder, task.id, 'resubmitted', { opinion: command.opinion });
  return advanceVisit(builder, task);
}
