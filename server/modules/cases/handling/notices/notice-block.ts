import type { HandleInput } from '#contract/handle-input.ts';
import type { Actor } from '#domain/access/actor.ts';
import { NotifyTarget } from '#domain/enumerations/notify-target.ts';
import { type NoticeRequest, type PendingNotice, problemsOfNotice } from '#domain/messages/notice.ts';
import type { Problem } from '#domain/refusals/refusals.ts';
import type { DecisionContext, OrderState, Task, WorkflowEvent } from '#domain/workflow/model/model.ts';
import type { Context } from '#server/framework/context.ts';
import { findNoticePeople } from '#server/modules/cases/messages/service.ts';
import { findSubstitutes } from '#server/modules/cases/substitutes/service.ts';
import { findHolders } from '#server/modules/organisation/organisations/service.ts';
import type { OrderForAction } from '../order/access.ts';
import { seatsRequestOf } from '../order/seat-requests.ts';
import { finisherOfPreviousTask, openedTasks } from './event-tasks.ts';

/** The field of each part of a notice in the submission. */
type Fields = Readonly<Record<keyof NoticeRequest, string>>;

const fieldsOfMessage: Fields = {
  targets: 'message.candidateList',
  text: 'message.msg',
  channels: 'message.channelType',
};

const fieldsOfSendMessage: Fields = {
  targets: 'workorderSendMessageVo.code',
  text: 'workorderSendMessageVo.content',
  channels: 'workorderSendMessageVo.bigChannelType',
};

/** Checks whether a field of the submission is one of a notice. */
export function isNoticeField(field: string): boolean {
  return [...Object.values(fieldsOfMessage), ...Object.values(fieldsOfSendMessage)].includes(field);
}

/** A notice of a submission: the message to send, and its problems. */
export interface SubmissionNotice {
  pendingNotice: PendingNotice;
  problems: Problem[];
  /** Recipients that it names, for the audit log. */
  targets: readonly string[];
  /** Field of the submission with its recipients. */
  field: string;
}

/** Both forms of a notice in the calls of the handler bar. */
export type NoticeBlocks = Pick<HandleInput, 'message' | 'workorderSendMessageVo'>;

/** Returns the notice that the submission requests, in either form; null if it requests none. */
function noticeRequest(input: NoticeBlocks): { request: NoticeRequest; fields: Fields } | null {
  const { message } = input;
  const block = blockOf(input);
  if (block === null) return null;
  const request = withTargets(block.targets, block.text, block.channels);
  if (message?.msgNotify) return { request, fields: fieldsOfMessage };
  // A channel is selected by default (S2 §7); without recipients and text it is no message.
  if (block.text.trim() === '' && block.targets.length === 0) return null;
  return { request, fields: fieldsOfSendMessage };
}

/** Returns the content of a block in either form; null without one. */
function blockOf({ message, workorderSendMessageVo: block }: NoticeBlocks): NoticeRequest | null {
  if (message?.msgNotify) {
    return { targets: message.candidateList ?? [], text: message.msg, channels: message.channelType ?? [] };
  }
  return block
    ? { targets: block.code ?? [], text: block.content, channels: block.bigChannelType ?? [] }
    : null;
}

/**
 * Adds the recipients of the standard text about a new task (S1 §9): if none are named, the task's handlers.
 */
function withTargets(
  receivers: readonly string[],
  text: string,
  channels: NoticeRequest['channels'],
): NoticeRequest {
  return {
    targets: receivers.length === 0 ? [NotifyTarget.nextHandler] : receivers,
    text: text.trim(),
    channels,
  };
}

/**
 * Reads the notice of a submission and finds its recipients; each problem names its field. Returns null without a
 * notice.
 */
export async function noticeOf(
  { context, actor }: { context: Context; actor: Actor },
  { id, state, taskCode, initiatorId }: Pick<OrderForAction, 'id' | 'state' | 'taskCode' | 'initiatorId'>,
  task: Task,
  blocks: NoticeBlocks,
  /** Candidate keys that the submission names as handlers, who thereby participate in the order. */
  namedKeys: readonly string[] = [],
): Promise<SubmissionNotice | null> {
  const noticeFields = noticeRequest(blocks);
  if (noticeFields === null) return null;
  const { request, fields } = noticeFields;
  const fieldErrors = problemsOfNotice(request);
  const { people, problems } = await findNoticePeople(
    context,
    fieldErrors.targets ? { ...request, targets: [] } : request,
    {
      id,
      state,
      sender: actor,
      previousHandlerId: finisherOfPreviousTask(state, task)?.staffId,
      currentKeys: task.candidates,
      substituteIds: await substitutesOfHandlers(context, { state, taskCode, initiatorId }),
      namedKeys,
    },
  );
  const allProblems = [
    ...Object.entries(fieldErrors).map(([part, message]) => ({ part: part as keyof NoticeRequest, message })),
    ...problems,
  ];
  return {
    pendingNotice: {
      text: request.text,
      channels: request.channels,
      people,
      applicant: request.targets.includes(NotifyTarget.applicant),
      next: request.targets.includes(NotifyTarget.nextHandler),
      sender: { staffId: actor.staffId, name: actor.name },
    },
    problems: allProblems.map(({ part, message }) => ({ field: fields[part], message })),
    targets: request.targets,
    field: fields.targets,
  };
}

/** Returns the substitutes of the handlers of open tasks, who participate in the order too. */
async function substitutesOfHandlers(
  context: Context,
  { state, taskCode, initiatorId }: Pick<OrderForAction, 'state' | 'taskCode' | 'initiatorId'>,
): Promise<string[]> {
  const open = state.tasks.filter(({ outcome }) => outcome === null);
  const holders = await findHolders(context.db, [...new Set(open.flatMap(({ candidates }) => candidates))]);
  const substitutesOf = await findSubstitutes(context.db, context, [...holders.values()].flat());
  return open.flatMap(({ candidates, openedAt, askedBy }) => {
    const holderIds = candidates.flatMap((key) => holders.get(key) ?? []);
    return substitutesOf(holderIds, { taskCode, initiatorId, openedAt, askedBy }).map(
      ({ staffId }) => staffId,
    );
  });
}

/**
 * An urge as requested: its recipients, title, text and channels.
 */
export interface UrgeRequest {
  receivers: readonly string[];
  title: string;
  text: string;
  channels: NoticeRequest['channels'];
}

/**
 * Returns the urge that a submission requests. Old clients put recipients and channels into the message block
 * (S1 §3), which supplies values that the urge's own block leaves empty.
 */
export function urgeOf(input: UrgeInput): UrgeRequest {
  const { title, content, receivers, channelType } = input.workorderRemindInputVo;
  const messageBlock = blockOf(input);
  return {
    receivers: receivers.length > 0 ? receivers : (messageBlock?.targets ?? []),
    title,
    text: content.trim() === '' ? (messageBlock?.text ?? '') : content,
    channels: channelType.length > 0 ? channelType : (messageBlock?.channels ?? []),
  };
}

type UrgeInput = Extract<HandleInput, { handlerOperation: '7' }>;

/**
 * Returns the problem of a notice sent with an urge that names its own recipients: the urge is a message
 * itself.
 */
export function problemOfNoticeWithUrge(input: HandleInput): Problem[] {
  if (input.handlerOperation !== '7' || input.workorderRemindInputVo.receivers.length === 0) return [];
  const noticeFields = noticeRequest(input);
  return noticeFields
    ? [{ field: noticeFields.fields.targets, message: '催办自带消息，不能同时发送通知' }]
    : [];
}

/** Returns whether a submission's message block belongs to its urge. */
export function usesMessageBlockForUrge(input: HandleInput): boolean {
  return input.handlerOperation === '7' && input.workorderRemindInputVo.receivers.length === 0;
}

/**
 * Returns the candidate keys of the handlers that a submission names: for the next nodes, in a countersign, as
 * signers, as delegate.
 */
export function namedKeysOf(input: HandleInput, addressee: DecisionContext['addressee']): string[] {
  const { handlerOperation: operation } = input;
  if (operation === '1' || operation === '9' || operation === '12')
    return input.procInsNodeUserReqModel.flatMap(({ candidates }) => candidates);
  return seatsRequestOf(input, addressee)?.requests.seats.flatMap(({ keys }) => keys) ?? [];
}

/**
 * Returns a problem for a notice to the next handlers without recipients: the order ends or waits for others,
 * which only the decision can determine.
 */
export function problemsOfNextRecipients(
  notice: SubmissionNotice | null | undefined,
  state: OrderState,
  events: readonly WorkflowEvent[],
): Problem[] {
  if (!notice?.pendingNotice.next || openedTasks(state, events).length > 0) return [];
  return [{ field: notice.field, message: '办理后没有下一环节处理人，请选择其他通知对象' }];
}
