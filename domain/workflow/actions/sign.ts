import { Permission } from '../../access/actor.ts';
import { HandlerOperation } from '../../enumerations/handler-operation.ts';
import { isRefusal } from '../../refusals/refusals.ts';
import type { Action } from '../decision/action.ts';
import { type DecisionBuilder, finishTask } from '../decision/builder.ts';
import type { DecisionRefusal } from '../model/decision-refusals.ts';
import type { SlotKind } from '../model/panel.ts';
import { checkOpinion, openTaskOf } from './checks.ts';
import { advanceVisit } from './continue-flow.ts';

export interface SignCommand {
  action: 'sign';
  taskId: number;
  opinion: string;
}

/** Kinds of slots whose answer returns to the requester. */
const signKinds: readonly SlotKind[] = ['before', 'after', 'delegate'];

/** Signs (S1 §4): the opinion of an added signer, or of a delegate who returns the task. */
export const signAction: Action<SignCommand> = {
  label: '签署意见',
  effect: [
    '加签人、受委派人填写意见，任务回到请其办理的人',
    'a signer or delegate writes an opinion, and the task returns to the requester',
  ],
  operation: HandlerOperation.handle,
  actorRole: 'candidate',
  permission: Permission.handle,
  opinion: 'always',
  forms: 'unchanged',
  outcome: 'answered',
  slotButtons: (kind) => (signKinds.includes(kind) ? [{ id: 'sign', code: 'sign', name: '提交意见' }] : []),
  refusal: 'actionNotAllowed',
  decide: (builder, { taskId, opinion }) =>
    decideAnswer(builder, { taskId, opinion, outcome: 'answered' }, { kinds: signKinds, opinion: 'always' }),
};

/** Decides answers of every kind: the slot is completed, the visit continues by its rules. */
export function decideAnswer(
  builder: DecisionBuilder,
  {
    taskId,
    opinion,
    outcome,
  }: { taskId: number; opinion: string; outcome: 'answered' | 'passed' | 'failed' },
  allowed: { kinds: readonly SlotKind[]; opinion: Action['opinion'] },
): DecisionRefusal | null {
  const task = openTaskOf(builder, taskId, allowed.kinds);
  if (isRefusal(task)) return task;
  const refusal = checkOpinion(opinion, allowed.opinion);
  if (refusal !== null) return refusal;
  finishTask(builder, taskId, outcome, { opinion });
  return advanceVisit(builder, task);
}
