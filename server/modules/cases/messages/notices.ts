import { applicantTexts } from '#domain/applicants/applicant-texts.ts';
import { MessageChannel } from '#domain/enumerations/message-channel.ts';
import { NotifyTarget, notifyTargetLabel } from '#domain/enumerations/notify-target.ts';
import { firstLine } from '#domain/messages/first-line.ts';
import { defaultMessage } from '#domain/messages/limits.ts';
import { MessageEvent } from '#domain/messages/message-event.ts';
import { type NoticeRequest, type PendingNotice, readNoticeTarget } from '#domain/messages/notice.ts';
import { fillTemplate } from '#domain/messages/placeholders.ts';
import { afterQuietHours } from '#domain/messages/quiet-hours.ts';
import { MissingCase } from '#domain/missing-case.ts';
import type { OrderState } from '#domain/workflow/model/model.ts';
import type { Context } from '#server/framework/context.ts';
import type { Tx } from '#server/kernel/database/transaction.ts';
import { findHolders } from '#server/modules/organisation/organisations/service.ts';
import { findApplicantRecipient } from './applicant-recipient.ts';
import type { NewMessage } from './new-message.ts';
import { listSupervisors } from './order.queries.ts';
import { type NewOutboundMessage, queueOutboundMessages } from './outbound.ts';
import { findPlaceholderValues } from './placeholder-values.ts';
import { findReachablePeople, type ReachablePerson } from './preferences.ts';

/** Notices that a handler sends with an action (docs/decisions/0103). */

/** Maximum number of recipients of a message to a large group. */
const maxRecipients = 50;

/** The facts of an order and of the current task by which the recipients of a notice are found. */
interface NoticeOrder {
  id: string;
  state: OrderState;
  sender: { staffId: string };
  /** The person who finished the task before this one. */
  previousHandlerId: string | undefined;
  /** Candidate keys of the current task. */
  currentKeys: readonly string[];
  /** Substitutes for the handlers of open tasks. */
  substituteIds: readonly string[];
  /** Keys that the submission itself names. */
  namedKeys: readonly string[];
}

type NoticeProblem = { part: keyof NoticeRequest; message: string };

/**
 * Finds the recipients of a notice that are known before the action, and the problems of reaching them: each
 * must be reachable by at least one of the channels. The next handlers are known only when the action is
 * decided.
 */
export async function findNoticePeople(
  context: Context,
  { targets, channels }: NoticeRequest,
  order: NoticeOrder,
): Promise<{ people: string[]; problems: NoticeProblem[] }> {
  const { db } = context;
  const problems: NoticeProblem[] = channels
    .filter((channel) => !isOpen(context, channel))
    .map(() => ({ part: 'channels', message: '该消息渠道尚未开通' }));
  const people: string[] = [];
  for (const entry of targets) {
    const target = readNoticeTarget(entry);
    if (target === undefined || target.kind === NotifyTarget.nextHandler) continue;
    if (target.kind === NotifyTarget.applicant) {
      const error = await problemOfApplicant(context, order.id, channels);
      if (error !== undefined) problems.push({ part: 'targets', message: error });
      continue;
    }
    const found =
      target.kind === 'staff'
        ? await idsOfParticipant(context, order, target.staffId)
        : await idsOf(context, order, target.kind);
    const reachable = await findReachablePeople({ db, crypto: context.crypto }, found);
    const label = target.kind === 'staff' ? (reachable[0]?.name ?? '') : notifyTargetLabel[target.kind];
    if (reachable.length === 0) {
      const message = target.kind === 'staff' ? '只能发送给参与该办件的在岗人员' : `没有可以通知的${label}`;
      problems.push({ part: 'targets', message });
    } else if (
      channels.length > 0 &&
      !channels.includes(MessageChannel.inPortal) &&
      reachable.every(({ mobile }) => mobile === undefined)
    ) {
      problems.push({ part: 'targets', message: `${label}没有登记手机号，只能接收站内消息` });
    }
    people.push(...reachable.slice(0, maxRecipients).map(({ staffId }) => staffId));
  }
  const uniqueProblems = new Map(problems.map((problem) => [problem.message, problem]));
  return { people: [...new Set(people)], problems: [...uniqueProblems.values()] };
}

function isOpen({ gateways }: Pick<Context, 'gateways'>, channel: MessageChannel): boolean {
  return channel === MessageChannel.inPortal || gateways[channel] !== undefined;
}

/**
 * Returns the problem of notifying an applicant, who gets no in-portal messages: only a text message to a
 * mobile number is possible.
 */
async function problemOfApplicant(
  context: Context,
  id: string,
  channels: NoticeRequest['channels'],
): Promise<string | undefined> {
  const { term, mobile } = await findApplicantRecipient(context, id);
  const { smsOnly, noMobile } = applicantTexts(term);
  if (channels.length > 0 && !channels.includes(MessageChannel.sms)) return smsOnly;
  return mobile === undefined ? noMobile : undefined;
}

/** Returns the person if they participate in the order, or will because of this submission. */
async function idsOfParticipant(context: Context, order: NoticeOrder, staffId: string): Promise<string[]> {
  const { initiator, tasks } = order.state;
  const open = tasks.filter(({ outcome }) => outcome === null).flatMap(({ candidates }) => candidates);
  const holders = await findHolders(context.db, [...new Set([...order.namedKeys, ...open])]);
  const done = tasks.flatMap(({ finishedBy, standsFor }) => [finishedBy?.staffId, standsFor?.staffId]);
  const participantIds = [
    initiator.staffId,
    ...done,
    ...order.substituteIds,
    ...[...holders.values()].flat(),
  ];
  return participantIds.includes(staffId) ? [staffId] : [];
}

async function idsOf(
  { db }: Pick<Context, 'db'>,
  { id, state, previousHandlerId, currentKeys, sender }: NoticeOrder,
  target: Exclude<NotifyTarget, 'applicant' | 'next-handler'>,
): Promise<string[]> {
  switch (target) {
    // The person who submitted the matter is the applicant's agent.
    case NotifyTarget.agent:
      return [state.initiator.staffId];
    case NotifyTarget.previousHandler:
      return previousHandlerId === undefined ? [] : [previousHandlerId];
    case NotifyTarget.currentHandler:
      return [...new Set([sender.staffId, ...[...(await findHolders(db, currentKeys)).values()].flat()])];
    case NotifyTarget.supervisor:
      return await listSupervisors(db, id);
    default:
      throw new MissingCase(target satisfies never);
  }
}

interface OrderOfNotice {
  workorder: { id: string; code: string };
  version: number;
  title: string;
  isSilent: boolean;
}

/**
 * Sends a notice after its action, and returns the in-portal messages: the message about the next task contains the
 * text of the notice, so that no person gets two; all others get a message of the office. By an external channel
 * each phone number gets one message, unless the default text would repeat a message that its reader gets by
 * their own settings.
 */
export async function sendNotice(
  tx: Tx,
  context: Context,
  messages: readonly NewMessage[],
  notice: PendingNotice,
  { workorder, version, title, isSilent, nextTasks }: OrderOfNotice & { nextTasks: readonly number[] },
): Promise<NewMessage[]> {
  const isTaskMessage = ({ taskId }: NewMessage) => taskId !== undefined && nextTasks.includes(taskId);
  const next = notice.next ? messages.filter(isTaskMessage).map(({ staffId }) => staffId) : [];
  const reachable = await findReachablePeople({ db: tx, crypto: context.crypto }, [
    ...next,
    ...notice.people,
  ]);
  const placeholders = await findPlaceholderValues(tx, workorder.id, {
    sender: notice.sender.staffId,
    now: context.now(),
  });
  const content = placeholders ? fillTemplate(notice.text, placeholders.values) : notice.text;
  const taskRecipientIds = new Set(messages.filter(isTaskMessage).map(({ staffId }) => staffId));
  const reachableIds = new Set(reachable.map(({ staffId }) => staffId));
  const rows: NewOutboundMessage[] = [];
  const orderFields = {
    event: 'order-message',
    content,
    workorder,
    sender: notice.sender,
    belongs: 'handle',
  };
  const cause = (channel: MessageChannel, to: string) => `notice:${workorder.id}:${version}:${channel}:${to}`;
  const usesPortalMessages = notice.channels.includes(MessageChannel.inPortal);
  if (usesPortalMessages) {
    const channel = MessageChannel.inPortal;
    rows.push(
      ...reachable.map(({ staffId, name }) => ({
        ...orderFields,
        channel,
        cause: cause(channel, staffId),
        receiver: { name, staffId },
        dueAt: context.now(),
      })),
    );
  }
  if (!isSilent) {
    const applicant = notice.applicant
      ? await findApplicantRecipient({ db: tx, crypto: context.crypto }, workorder.id)
      : undefined;
    for (const channel of notice.channels) {
      if (channel === MessageChannel.inPortal || !isOpen(context, channel)) continue;
      const isNotified = (person: ReachablePerson) =>
        notice.text === defaultMessage &&
        taskRecipientIds.has(person.staffId) &&
        person.accepts(MessageEvent.todo, channel);
      const numbers = new Map<string, Omit<NewOutboundMessage, 'event' | 'content'>>();
      for (const person of reachable) {
        const { mobile, name, staffId } = person;
        if (mobile === undefined || numbers.has(mobile) || isNotified(person)) continue;
        const dueAt =
          channel === MessageChannel.sms ? afterQuietHours(context.now(), person.quietHours) : context.now();
        numbers.set(mobile, {
          channel,
          cause: cause(channel, staffId),
          receiver: { name, mobile, staffId },
          dueAt,
        });
      }
      const mobile = applicant?.mobile;
      if (channel === MessageChannel.sms && applicant && mobile !== undefined && !numbers.has(mobile)) {
        numbers.set(mobile, {
          channel,
          cause: cause(channel, 'applicant'),
          receiver: { name: applicant.term, mobile },
          dueAt: context.now(),
        });
      }
      rows.push(...[...numbers.values()].map((row) => ({ ...orderFields, ...row })));
    }
  }
  await queueOutboundMessages(tx, context, rows);
  if (!usesPortalMessages) return [...messages];
  const others = reachable.filter(({ staffId }) => !taskRecipientIds.has(staffId));
  return [
    ...messages.map((message) =>
      isTaskMessage(message) && reachableIds.has(message.staffId) ? { ...message, content } : message,
    ),
    ...others.map(({ staffId }) => ({
      staffId,
      kind: 'system',
      title: firstLine({
        eventText: '办件消息',
        personName: notice.sender.name,
        reasonText: content,
        orderTitle: title,
      }),
      content,
      isSilent,
      workorder,
    })),
  ];
}
