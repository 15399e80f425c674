import { Permission } from '../../access/actor.ts';
import type { TimeLimit } from '../../calendar/clock-ledger.ts';
import { HandlerOperation } from '../../enumerations/handler-operation.ts';
import { isRefusal, type Problem, refuse } from '../../refusals/refusals.ts';
import { isBlank } from '../../texts/characters.ts';
import type { DecisionRefusal } from '../decision-refusals.ts';
import type { Draft } from '../draft.ts';
import { passesManualGateway } from '../gateways.ts';
import { type AskedSeat, refuseTooMany, seatProblems } from '../slots/checks.ts';
import type { Panel, PanelRule } from '../slots/panel.ts';
import { countersignAt } from '../slots/panels.ts';
import { openPanel } from '../slots/visit.ts';
import type { Action } from './action.ts';
import { moveOn } from './carry-on.ts';
import { actorsSeatableTask, checkOpinion, refuseProblems } from './checks.ts';

export interface StartCountersignCommand {
  action: 'startCountersign';
  taskId: number;
  reason: string;
  seats: readonly AskedSeat[];
  sequence: Panel['sequence'];
  rule: PanelRule;
  goes: Panel['goes'];
  limit: TimeLimit | null;
}

/** Start a countersign (S1 §4, 5): once a visit others are asked for yes or no; the slot waits for them. */
export const startCountersignAction: Action<StartCountersignCommand> = {
  label: '发起会签',
  effect: [
    '请他人表态，本任务等待结果；按规则定通过与否后退回发起人，或自动进入下一环节',
    'others are asked for yes or no, the task waits; decided by its rule it goes back to who asked, or on',
  ],
  operation: HandlerOperation.startCountersign,
  by: 'candidate',
  permission: Permission.handle,
  opinion: 'always',
  forms: 'leave',
  refusal: 'actionNotAllowed',
  decide: decideStartCountersign,
};

function decideStartCountersign(draft: Draft, command: StartCountersignCommand): DecisionRefusal | null {
  const { context, state } = draft;
  const task = actorsSeatableTask(draft, command.taskId, ['main']);
  if (isRefusal(task)) return task;
  if (countersignAt(state, task.tokenId)) return refuse('countersignRepeated');
  const tooMany = refuseTooMany(draft, task);
  if (tooMany !== null) return tooMany;
  // Nobody would be there to choose the branch when the result is in.
  const walksOn =
    command.goes === 'on' && passesManualGateway({ state, definition: context.definition, task });
  if (walksOn) return refuse('branchRequired');
  const none = isBlank(command.reason) ? [{ field: 'reason', message: '请输入发起原因' }] : [];
  const seated = seatProblems(context, command.seats, '请选择会签人员');
  const problems = refuseProblems([...none, ...seated, ...ruleProblems(command)]);
  if (problems !== null) return problems;
  const reason = checkOpinion(command.reason, 'always');
  if (reason !== null) return reason;
  const { seats, sequence, rule, goes, limit } = command;
  openPanel(draft, task.tokenId, {
    kind: 'countersign',
    byTaskId: task.id,
    reason: command.reason,
    seats,
    sequence,
    rule,
    goes,
    limit,
  });
  return moveOn(draft, task);
}

function ruleProblems({ rule, limit }: StartCountersignCommand): Problem[] {
  const isShare = (percent: number) => Number.isInteger(percent) && percent >= 1 && percent <= 100;
  return [
    ...(rule.kind === 'share' && !isShare(rule.percent)
      ? [{ field: 'rule', message: '通过比例应为1至100的整数' }]
      : []),
    ...(limit !== null && !(Number.isSafeInteger(limit.amount) && limit.amount > 0)
      ? [{ field: 'limit', message: '会签时限应为正整数' }]
      : []),
  ];
}
