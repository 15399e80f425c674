import type { Message } from '#contract/messages.ts';
import { type Actor, mayParticipateInMatters } from '#domain/access/actor.ts';
import { endOfDay, type LocalDate, startOfDay } from '#domain/calendar/local-date.ts';
import { MessageChannel } from '#domain/enumerations/message-channel.ts';
import { isMessageEvent, MessageEvent } from '#domain/messages/message-event.ts';
import type { MessageKind } from '#domain/messages/message-kind.ts';
import type { Context } from '#server/framework/context.ts';
import { inTransaction, type Tx } from '#server/kernel/database/transaction.ts';
import { notify } from '#server/kernel/http/notify.ts';
import { appendAudit } from '#server/modules/access/audit/service.ts';
import { textsOf } from './message-texts.ts';
import type { NewMessage } from './new-message.ts';
import { sendExternally } from './outbound.ts';
import { presentMessage } from './present.ts';
import * as queries from './queries.ts';

export { type ApplicantRecipient, findApplicantRecipient } from './applicant-recipient.ts';
export { cleanUpMessages, deliverMessages } from './deliver.ts';
export type { NewMessage } from './new-message.ts';
export { findNoticePeople, sendNotice } from './notices.ts';
export { listApprovers, listOrderMessages, listPeopleWith } from './order.queries.ts';
export { type NewOutboundMessage, queueOutboundMessages } from './outbound.ts';
export { findPlaceholderValues } from './placeholder-values.ts';
export { externalChannels, findReachablePeople, type ReachablePerson, saveSettings } from './preferences.ts';
export { tellApplicant } from './tell-applicant.ts';
export { listPresets } from './templates.queries.ts';
export { checkContent } from './templates.ts';

type MessageContext = Pick<Context, 'now' | 'newId' | 'crypto' | 'gateways' | 'notifier'>;

/**
 * Writes in-portal messages to people in the transaction of the action, and notifies their pages after the
 * commit. People who also want messages outside the portal get them there too, unless the message is old.
 */
export async function sendMessages(
  tx: Tx,
  context: MessageContext,
  messages: readonly NewMessage[],
): Promise<void> {
  const messagesWithEvent = messages.map((message) => ({
    ...message,
    event: isMessageEvent(message.kind) ? message.kind : MessageEvent.system,
    channel: MessageChannel.inPortal,
  }));
  const texts = await textsOf(tx, context, messagesWithEvent);
  const rows = messages.map((message, index) => ({
    id: context.newId(),
    staff_id: message.staffId,
    kind: message.kind,
    title: message.title,
    content: texts[index] ?? message.content,
    workorder_id: message.workorder?.id ?? null,
    workorder_code: message.workorder?.code ?? null,
    task_number: message.taskId ?? null,
    sent_at: context.now(),
    read_at: message.isSilent ? context.now() : null,
  }));
  await queries.insertMessages(tx, rows);
  const newMessages = messagesWithEvent.flatMap((message, index) => {
    const { isSilent, staffId, event, content, workorder, channels } = message;
    return isSilent ? [] : [{ id: rows[index]?.id ?? '', staffId, event, content, workorder, channels }];
  });
  await sendExternally(tx, context, newMessages);
  await notify(tx, { topics: rows.map((row) => `staff:${row.staff_id}`), event: 'message', id: '' });
}

/** Marks the messages about finished tasks as read. */
export async function markTaskMessagesRead(
  tx: Tx,
  context: Pick<Context, 'now'>,
  workorderId: string,
  taskIds: readonly number[],
): Promise<void> {
  if (taskIds.length === 0) return;
  const changed = await queries.markTaskMessagesRead(tx, workorderId, taskIds, context.now());
  await notify(tx, { topics: changed.map((id) => `staff:${id}`), event: 'message', id: '' });
}

/**
 * Returns the person as reader of in-portal messages; portal administrators see no messages about matters
 * (docs/decisions/0057).
 */
export function readerOf(actor: Actor): queries.MessageReader {
  return { staffId: actor.staffId, seesMatters: mayParticipateInMatters(actor) };
}

/** Returns the newest unread message with the number of unread ones, or null if all are read (S0 §4). */
export async function findNewest(context: Pick<Context, 'db'>, actor: Actor) {
  const [count, { rows }] = await Promise.all([
    queries.countUnread(context.db, readerOf(actor)),
    queries.listMessages(context.db, readerOf(actor), { unread: true }, { page: 1, size: 1 }),
  ]);
  return rows[0] ? { message: rows[0], count } : null;
}

/** Returns the newest unread messages, and their number. */
export async function listUnread(
  context: Pick<Context, 'db'>,
  actor: Actor,
  size: number,
): Promise<{ rows: Message[]; total: number }> {
  const { rows, total } = await queries.listMessages(
    context.db,
    readerOf(actor),
    { unread: true },
    { page: 1, size },
  );
  return { rows: rows.map(presentMessage), total };
}

/** Converts the days and keyword of a query into the conditions of a search in the messages. */
export function filterOf(query: {
  kind?: MessageKind | undefined;
  startDate?: LocalDate | undefined;
  endDate?: LocalDate | undefined;
  keyword?: string | undefined;
  workorderCode?: string | undefined;
}): queries.MessageFilter {
  const { kind, startDate, endDate, keyword, workorderCode } = query;
  return {
    kind,
    from: startDate === undefined ? undefined : startOfDay(startDate),
    until: endDate === undefined ? undefined : endOfDay(endDate),
    keyword: keyword === '' ? undefined : keyword,
    workorderCode,
  };
}

/** Marks own messages as read, by their ids or all that match; other people's ids are ignored. */
export async function markRead(
  context: Context,
  actor: Actor,
  filter: queries.MessageFilter & { ids: readonly string[] },
  requestId: string,
): Promise<number> {
  return await inTransaction(context.db, async (tx) => {
    const count = await queries.markRead(tx, readerOf(actor), filter, context.now());
    if (count > 0) {
      await notify(tx, { topics: [`staff:${actor.staffId}`], event: 'message', id: '' });
      await appendAudit(tx, context, {
        chain: 'message',
        actor,
        action: 'message.read',
        objectKind: 'staff',
        objectId: actor.staffId,
        detail: { count },
        requestId,
      });
    }
    return count;
  });
}
