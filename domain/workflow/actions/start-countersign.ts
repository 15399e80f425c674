import { Permission } from '../../access/actor.ts';
import { HandlerOperation } from '../../enumerations/handler-operation.ts';
import { problemOfOpinion } from '../../opinions/opinion.ts';
import { isRefusal, type Problem, refuse } from '../../refusals/refusals.ts';
import { isBlank } from '../../texts/characters.ts';
import type { Action } from '../decision/action.ts';
import { absentPersonOf, type DecisionBuilder } from '../decision/builder.ts';
import { reachesManualGateway } from '../decision/gateways.ts';
import type { DecisionRefusal } from '../model/decision-refusals.ts';
import { maxPanelLimitDays } from '../model/limits.ts';
import type { Task } from '../model/model.ts';
import type { ExpiryPolicy, Panel, PanelRule, SeatRequest } from '../model/panel.ts';
import { mayAskOthers, refuseTooManyPanels, seatProblems, withoutRepeatedFields } from '../slots/checks.ts';
import { problemsOfNewSeats } from '../slots/problems-of-seats.ts';
import { openPanel } from '../slots/visit.ts';
import { countersignAt } from '../state/panels.ts';
import { refuseProblems, taskWithRequestButton } from './checks.ts';
import { advanceVisit } from './continue-flow.ts';

export interface StartCountersignCommand {
  action: 'startCountersign';
  taskId: number;
  reason: string;
  seats: readonly SeatRequest[];
  sequence: Panel['sequence'];
  rule: PanelRule;
  goes: Panel['goes'];
  limit: Panel['limit'];
  /** Left out: a person who does not answer in time counts as no answer. */
  expiry?: ExpiryPolicy;
}

/**
 * Starts a countersign (S1 §4, 5): once in a visit, others are asked for yes or no; the slot waits for them.
 */
export const startCountersignAction: Action<StartCountersignCommand> = {
  label: '发起会签',
  effect: [
    '请他人表态，本任务等待结果；按规则定通过与否后退回发起人，或自动进入下一环节',
    'asks others for yes or no, and the task waits; when the rule is decided, the task returns to the requester, or the flow continues',
  ],
  buttonCode: '3',
  operation: HandlerOperation.startCountersign,
  actorRole: 'candidate',
  permission: Permission.handle,
  opinion: 'always',
  forms: 'draft',
  traceText: '发起会签',
  refusal: 'actionNotAllowed',
  isOffered: ({ state, task }) =>
    task.kind === 'main' && !countersignAt(state, task.tokenId) && mayAskOthers(state, task),
  lint: ({ instances }) => (instances ? ['（发起会签）不能用于由多人办理的环节'] : []),
  commandFromBar: ({ taskId, opinion, requests }) => {
    if (requests === undefined) return undefined;
    const { seats, sequence, rule, goes, limit, expiry } = requests;
    return {
      action: 'startCountersign',
      taskId,
      reason: opinion,
      seats,
      sequence,
      rule,
      goes,
      limit,
      expiry,
    };
  },
  decide: decideStartCountersign,
};

/**
 * Returns the task if its person may start a countersign at it now; also called before the dialog opens (S1
 * §7).
 */
export function countersignableTask(builder: DecisionBuilder, taskId: number): Task | DecisionRefusal {
  const task = taskWithRequestButton(builder, taskId, ['main'], startCountersignAction);
  if (isRefusal(task)) return task;
  if (countersignAt(builder.state, task.tokenId)) return refuse('countersignRepeated');
  return refuseTooManyPanels(builder, task) ?? task;
}

function decideStartCountersign(
  builder: DecisionBuilder,
  command: StartCountersignCommand,
): DecisionRefusal | null {
  const { context, state } = builder;
  const task = countersignableTask(builder, command.taskId);
  if (isRefusal(task)) return task;
  // No handler would be left to choose the branch when the result is known.
  const leavesBranchOpen =
    command.goes === 'on' && reachesManualGateway({ state, definition: context.definition, task });
  if (leavesBranchOpen) return refuse('branchRequired');
  const requesters = [context.actor.staffId, absentPersonOf(builder, task.id)?.staffId ?? []].flat();
  const keyProblems = seatProblems(context, command.seats, '请选择会签人员');
  const problems = refuseProblems([
    ...problemsOfCountersignReason(command.reason),
    ...withoutRepeatedFields(keyProblems, problemsOfNewSeats(builder, command.seats, requesters)),
    ...ruleProblems(command),
  ]);
  if (problems !== null) return problems;
  const { seats, sequence, rule, goes, limit, expiry = 'noAnswer' } = command;
  openPanel(builder, task.tokenId, {
    kind: 'countersign',
    byTaskId: task.id,
    reason: command.reason,
    seats,
    sequence,
    rule,
    goes,
    limit,
    expiry,
  });
  return advanceVisit(builder, task);
}

function problemsOfCountersignReason(reason: string): Problem[] {
  const message = isBlank(reason) ? '请输入发起原因' : problemOfOpinion(reason, false);
  return message === undefined ? [] : [{ field: 'reason', message }];
}

function ruleProblems({ rule, limit }: StartCountersignCommand): Problem[] {
  const isShare = (percent: number) => Number.isInteger(percent) && percent >= 1 && percent <= 100;
  return [
    ...(rule.kind === 'share' && !isShare(rule.percent)
      ? [{ field: 'rule', message: '通过比例应为1至100的整数' }]
      : []),
    ...(limit !== null && !isLimit(limit.amount)
      ? [{ field: 'limit', message: `会签时限应为1至${maxPanelLimitDays}的整数` }]
      : []),
  ];
}

function isLimit(amount: number): boolean {
  return Number.isSafeInteger(amount) && amount > 0 && amount <= maxPanelLimitDays;
}
