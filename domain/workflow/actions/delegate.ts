import { Permission } from '../../access/actor.ts';
import { HandlerOperation } from '../../enumerations/handler-operation.ts';
import { isRefusal } from '../../refusals/refusals.ts';
import type { Action } from '../decision/action.ts';
import { absentPersonOf, type DecisionBuilder, finishTask, openTask, tokenOf } from '../decision/builder.ts';
import type { DecisionRefusal } from '../model/decision-refusals.ts';
import { refuseTooManyPanels, seatProblems } from '../slots/checks.ts';
import { problemOfHandover } from '../slots/problems-of-seats.ts';
import { openPanel } from '../slots/visit.ts';
import { allKinds, checkOpinion, refuseProblems, taskWithRequestButton } from './checks.ts';
import { advanceVisit } from './continue-flow.ts';

export interface DelegateCommand {
  action: 'delegate';
  taskId: number;
  /** The key of the person who gets the task. */
  key: string;
  /** True if the task returns to the person who hands it over. */
  returns: boolean;
  opinion: string;
}

/**
 * Delegates a task (S1 §4, 8): another person completes it in one's name (乙 代 甲), or gives an opinion and the
 * task returns.
 */
export const delegateAction: Action<DelegateCommand> = {
  label: '委派',
  effect: [
    '委托一人办理：由受托人办结本环节，或提出意见后仍由本人办理',
    'another person finishes the task in the name of the handler, or gives an opinion and the task returns to the handler',
  ],
  buttonCode: 'delegate',
  operation: HandlerOperation.delegate,
  actorRole: 'candidate',
  permission: Permission.handle,
  opinion: 'optional',
  forms: 'draft',
  outcome: 'delegated',
  traceText: '委派',
  ignoresRecords: true,
  refusal: 'actionNotAllowed',
  isAllowedAtSeats: true,
  commandFromBar: ({ taskId, opinion, requests }) => {
    if (requests === undefined) return undefined;
    const key = requests.seats[0]?.keys[0] ?? '';
    return { action: 'delegate', taskId, key, returns: requests.returns, opinion };
  },
  decide: decideDelegate,
};

function decideDelegate(builder: DecisionBuilder, command: DelegateCommand): DecisionRefusal | null {
  const task = taskWithRequestButton(builder, command.taskId, allKinds, delegateAction);
  if (isRefusal(task)) return task;
  const seats = [{ group: 0, keys: command.key === '' ? [] : [command.key] }];
  const refusal =
    refuseProblems(seatProblems(builder.context, seats, '请选择受托人')) ??
    checkOpinion(command.opinion, delegateAction.opinion);
  if (refusal !== null) return refusal;
  if (command.returns) {
    const tooMany = refuseTooManyPanels(builder, task);
    if (tooMany !== null) return tooMany;
    openPanel(builder, task.tokenId, {
      kind: 'delegate',
      byTaskId: task.id,
      reason: command.opinion,
      seats,
      sequence: 'any',
      rule: { kind: 'all' },
      goes: 'back',
      limit: null,
    });
    return advanceVisit(builder, task);
  }
  const problem = problemOfHandover(builder, task, command.key);
  if (problem !== null) return refuseProblems([{ field: 'seats.0', message: problem }]);
  const { id, kind, panelId, seat, openedAt, tokenId } = task;
  const absent = absentPersonOf(builder, id);
  finishTask(builder, id, 'delegated', { opinion: command.opinion });
  const slot = { kind, panelId, seat, openedAt, replaces: id, onBehalfOf: absent ?? builder.by };
  openTask(builder, tokenOf(builder.state, tokenId), 'flow', [command.key], slot);
  return advanceVisit(builder, task);
}
