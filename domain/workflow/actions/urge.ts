import { type Actor, can, Permission } from '../../access/actor.ts';
import { minuteText } from '../../calendar/local-date.ts';
import { HandlerOperation } from '../../enumerations/handler-operation.ts';
import { MessageChannel, messageChannelLabel } from '../../enumerations/message-channel.ts';
import { maxReasonLength } from '../../opinions/limits.ts';
import { type Problem, refuse } from '../../refusals/refusals.ts';
import { isBlank, problemOfLength } from '../../texts/characters.ts';
import type { Action } from '../decision/action.ts';
import { type DecisionBuilder, emit } from '../decision/builder.ts';
import { problemOfUnknown } from '../decision/naming.ts';
import type { DecisionRefusal } from '../model/decision-refusals.ts';
import { defaultUrgeHours, maxUrgeTextLength, maxUrgeTitleLength } from '../model/limits.ts';
import type { DecisionContext, OrderState, Task } from '../model/model.ts';
import { isActionable } from '../state/panels.ts';
import { openTasks } from '../state/status.ts';
import { refuseProblems } from './checks.ts';

export interface UrgeCommand {
  action: 'urge';
  /** Keys of open tasks, or people who have such a key. */
  receivers: readonly string[];
  title: string;
  text: string;
  reason: string;
  channels: readonly MessageChannel[];
}

/**
 * Urges an order (催办, docs/decisions/0100): the initiator, or a leader, supervisor or matter administrator
 * who may read it, reminds its current handlers. The order stays at its node; it can be urged again after
 * some hours.
 */
export const urgeAction: Action<UrgeCommand> = {
  label: '催办',
  effect: [
    '向当前环节的处理人发送催办消息并计数；规定的时间内不能重复催办',
    'sends a message to the current handlers and counts it; cannot be repeated within a set number of hours',
  ],
  completedTaskButtonCode: '7',
  operation: HandlerOperation.urge,
  actorRole: 'overseer',
  permission: Permission.initiate,
  alsoPermission: Permission.urge,
  opinion: 'reason',
  forms: 'unchanged',
  traceText: '催办',
  offer: {
    name: '催办',
    question: ({ nodeName }) => `向“${nodeName}”环节的处理人发送催办消息。`,
    reason: 'required',
  },
  successMessage: '催办成功，已发送消息通知到当前环节的处理人',
  refusal: 'actionNotAllowed',
  commandFromBar: ({ opinion, urge }) => ({
    action: 'urge',
    ...(urge ?? { receivers: [], title: '', text: '', channels: [] }),
    reason: opinion,
  }),
  decide: decideUrge,
};

function decideUrge(builder: DecisionBuilder, command: UrgeCommand): DecisionRefusal | null {
  const { context, state } = builder;
  if (!mayUrge(state, context.actor)) return refuse('forbidden');
  const tasks = tasksToUrge(state, context.actor);
  if (tasks.length === 0) return refuse('actionNotAllowed', { message: '当前环节由您本人办理，无需催办' });
  const earliest = urgeableFrom(state, context.now, context.urgeAgainHours);
  if (earliest !== null)
    return refuse('urgedTooSoon', { message: `该办件已催办，${minuteText(earliest)} 之后可以再次催办` });
  const receivers = [...new Set(command.receivers)];
  const problems = [...problemsOfReceivers(context, tasks, receivers), ...problemsOfTexts(context, command)];
  if (problems.length > 0) return refuseProblems(problems);

  const urged = tasks.filter(({ candidates }) =>
    receivers.some((key) => matchesPerson(context, key, candidates)),
  );
  const { title, text, reason } = command;
  emit(builder, {
    type: 'urged',
    at: builder.at,
    by: builder.by,
    taskIds: urged.map(({ id }) => id),
    receivers,
    title,
    text,
    reason,
    channels: [...new Set(command.channels)],
  });
  return null;
}

/**
 * Checks whether this person may urge the order at all: its initiator, or a person with `work-order:urge`. The
 * route checks whether the person may read it.
 */
export function mayUrge({ initiator }: Pick<OrderState, 'initiator'>, actor: Actor): boolean {
  return (
    can(actor, Permission.urge) || (initiator.staffId === actor.staffId && can(actor, Permission.initiate))
  );
}

/**
 * Returns the tasks that another person can be urged to do, longest open first; without tasks that wait for
 * their own signers.
 */
export function tasksToUrge(state: OrderState, { staffId }: Pick<Actor, 'staffId'>): Task[] {
  if (state.ended) return [];
  return openTasks(state).filter(
    (task) => isActionable(state, task) && task.candidates.some((key) => key !== `staff:${staffId}`),
  );
}

/**
 * Returns the time from which the order may be urged again; null if it may be urged now: it was never urged, or long
 * enough ago, or the last urge is further in the future than the interval, because the clock was wrong
 * (docs/decisions/0181).
 */
export function urgeableFrom(
  { urgedAt }: Pick<OrderState, 'urgedAt'>,
  now: Date,
  hours = defaultUrgeHours,
): Date | null {
  if (urgedAt === undefined) return null;
  const [lastUrge, interval] = [Date.parse(urgedAt), hours * 3_600_000];
  const isBlocked = Math.abs(now.getTime() - lastUrge) < interval;
  return isBlocked ? new Date(lastUrge + interval) : null;
}

function problemsOfReceivers(
  context: DecisionContext,
  tasks: readonly Task[],
  receivers: readonly string[],
): Problem[] {
  const problem = (message: string) => ({ field: 'receivers', message });
  if (receivers.length === 0) return [problem('请选择接收人员')];
  return receivers.flatMap((key) => {
    const receiver = context.addressee(key);
    if (receiver === undefined) return [problem(problemOfUnknown(key))];
    if (!tasks.some(({ candidates }) => matchesPerson(context, key, candidates)))
      return [problem(`“${receiver.name}”不是当前环节的处理人`)];
    return receiver.soleStaffId === context.actor.staffId ? [problem('不能催办自己')] : [];
  });
}

/** Checks whether a key is one of the candidates, or a person who has one of them. */
function matchesPerson({ addressee }: DecisionContext, key: string, candidates: readonly string[]): boolean {
  return (
    candidates.includes(key) ||
    addressee(key)?.keys.some((receiverKey) => candidates.includes(receiverKey)) === true
  );
}

/** Checks that at least one channel is chosen, and only channels that the office has set up (S1 §5). */
function problemOfChannels(
  { configuredChannels: openChannels = [MessageChannel.inPortal] }: DecisionContext,
  channels: UrgeCommand['channels'],
): string | undefined {
  if (channels.length === 0) return '请选择消息渠道';
  const unavailable = [...new Set(channels)].filter((channel) => !openChannels.includes(channel));
  return unavailable.length === 0
    ? undefined
    : `“${unavailable.map((channel) => messageChannelLabel[channel]).join('、')}”渠道尚未开通`;
}

function problemsOfTexts(
  context: DecisionContext,
  { title, text, reason, channels }: UrgeCommand,
): Problem[] {
  const errors: [field: string, fault: string | undefined][] = [
    ['title', isBlank(title) ? '请输入消息标题' : problemOfLength(title, maxUrgeTitleLength, '消息标题')],
    ['text', isBlank(text) ? '请输入消息内容' : problemOfLength(text, maxUrgeTextLength, '消息内容')],
    ['channels', problemOfChannels(context, channels)],
    ['reason', isBlank(reason) ? '处理意见不能为空' : problemOfLength(reason, maxReasonLength, '催办内容')],
  ];
  return errors.flatMap(([field, message]) => (message === undefined ? [] : [{ field, message }]));
}
