import { z } from 'zod';
import { MessageChannel } from '#domain/enumerations/message-channel.ts';
import { MessageEvent } from '#domain/messages/message-event.ts';
import { endpoint, idempotencyRefusals } from './endpoint.ts';

/**
 * Notification settings of one person (decision 0103). In-portal messages are always one of the channels.
 */

const eventCode = z.enum(MessageEvent);
/** Channels besides in-portal messages. */
const externalChannel = z.enum([MessageChannel.sms, MessageChannel.governmentChat]);
const timeOfDay = z.string().max(5);

export const MessageSettings = z.object({
  /** The masked number for text messages and chat messages; null if the account has none. */
  mobile: z.string().nullable(),
  channels: z.array(
    z.object({ channel: externalChannel, label: z.string(), isOpen: z.boolean(), isTwin: z.boolean() }),
  ),
  events: z.array(z.object({ event: eventCode, label: z.string(), channels: z.array(externalChannel) })),
  /** For example `22:00`; null if there are no quiet hours. */
  quietFrom: z.string().nullable(),
  quietUntil: z.string().nullable(),
});
export type MessageSettings = z.output<typeof MessageSettings>;

export const messageSettings = {
  mine: endpoint({
    method: 'GET',
    reads: ['message-settings'],
    path: '/api/messages/settings',
    summary: '我的消息设置',
    output: MessageSettings,
  }),
  save: endpoint({
    method: 'POST',
    changes: ['message-settings'],
    path: '/api/messages/settings',
    summary: '保存我的消息设置',
    body: z.strictObject({
      events: z
        .array(z.strictObject({ event: eventCode, channels: z.array(externalChannel).max(2) }))
        .max(20),
      quietFrom: timeOfDay.nullable().default(null),
      quietUntil: timeOfDay.nullable().default(null),
    }),
    output: z.object({}),
    refusals: idempotencyRefusals,
  }),
};
