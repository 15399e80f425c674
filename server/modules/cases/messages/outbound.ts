import { MessageChannel } from '#domain/enumerations/message-channel.ts';
import type { MessageEvent } from '#domain/messages/message-event.ts';
import { afterQuietHours } from '#domain/messages/quiet-hours.ts';
import type { Context } from '#server/framework/context.ts';
import type { Tx } from '#server/kernel/database/transaction.ts';
import { textsOf } from './message-texts.ts';
import { insertOutboundMessages } from './outbound.queries.ts';
import { externalChannels, findReachablePeople } from './preferences.ts';

/** A message for the log of sent messages: by an external channel, or in the portal. */
export interface NewOutboundMessage {
  /**
   * Key of the message: its source, with its recipient or channel. A second message with the key is not
   * stored.
   */
  cause: string;
  channel: MessageChannel;
  event: string;
  content: string;
  /** Without a phone number if it is an in-portal message, which is only logged. */
  receiver: { name: string; mobile?: string; staffId?: string };
  dueAt: Date;
  workorder?: { id: string; code: string } | undefined;
  sender?: { staffId: string; name: string };
  belongs?: string;
}

type WriteContext = Pick<Context, 'now' | 'newId' | 'crypto' | 'notifier'>;

/** Writes messages in the transaction of their cause; they are sent after the commit. */
export async function queueOutboundMessages(
  tx: Tx,
  context: WriteContext,
  messages: readonly NewOutboundMessage[],
): Promise<void> {
  if (messages.length === 0) return;
  const { now, newId, crypto, notifier } = context;
  await insertOutboundMessages(
    tx,
    messages.map(({ cause, channel, event, content, receiver, dueAt, workorder, sender, belongs }) => ({
      id: newId(),
      cause,
      channel,
      event,
      content,
      workorder_id: workorder?.id ?? null,
      workorder_code: workorder?.code ?? null,
      belongs: belongs ?? '',
      sent_by: sender?.staffId ?? null,
      sent_by_name: sender?.name ?? '',
      receiver_staff_id: receiver.staffId ?? null,
      receiver_name: receiver.name,
      ...(receiver.mobile === undefined
        ? { state: 'accepted' as const, gateway: 'box', settled_at: now() }
        : {
            state: 'waiting' as const,
            receiver_sealed: crypto.seal(receiver.mobile),
            receiver_digest: crypto.searchHash(receiver.mobile),
          }),
      due_at: dueAt,
      created_at: now(),
    })),
  );
  notifier.wake('message.deliver');
}

/** An in-portal message, which is also sent by external channels if its reader has enabled them. */
export interface PortalMessage {
  id: string;
  staffId: string;
  event: MessageEvent;
  content: string;
  workorder?: { id: string; code: string } | undefined;
  /** The channels that the sender chose; undefined to use the reader's settings. */
  channels?: readonly MessageChannel[] | undefined;
}

/**
 * Sends in-portal messages also by external channels, to readers who have enabled that: with the office's text for
 * event and channel, or else the default text. Text messages wait for the end of the reader's quiet hours.
 */
export async function sendExternally(
  tx: Tx,
  context: WriteContext & Pick<Context, 'gateways'>,
  messages: readonly PortalMessage[],
): Promise<void> {
  const open = externalChannels.filter((channel) => context.gateways[channel] !== undefined);
  if (messages.length === 0 || open.length === 0) return;
  const staffIds = messages.map(({ staffId }) => staffId);
  const people = new Map(
    (await findReachablePeople({ db: tx, crypto: context.crypto }, staffIds)).map((person) => [
      person.staffId,
      person,
    ]),
  );
  const deliveries = messages.flatMap((message) => {
    const person = people.get(message.staffId);
    const mobile = person?.mobile;
    if (!person || mobile === undefined) return [];
    return open
      .filter((channel) => message.channels?.includes(channel) ?? true)
      .filter((channel) => person.accepts(message.event, channel))
      .map((channel) => ({ message, person, mobile, channel }));
  });
  if (deliveries.length === 0) return;
  const texts = await textsOf(
    tx,
    context,
    deliveries.map(({ message, channel }) => ({ ...message, channel })),
  );
  const now = context.now();
  const rows = deliveries.map(({ message, person, mobile, channel }, index) => ({
    cause: `box:${message.id}:${channel}`,
    channel,
    event: message.event,
    content: texts[index] ?? message.content,
    receiver: { name: person.name, mobile, staffId: person.staffId },
    dueAt: channel === MessageChannel.sms ? afterQuietHours(now, person.quietHours) : now,
    workorder: message.workorder,
  }));
  await queueOutboundMessages(tx, context, rows);
}
