import { z } from 'zod';
import { MessageChannel } from '#domain/enumerations/message-channel.ts';
import { templatedEvents } from '#domain/messages/default-contents.ts';
import { endpoint, idempotencyRefusals, wholeNumber } from './endpoint.ts';
import { seenDigest } from './seen-state.ts';

/** Templates of messages, edited by the configuration administrator (decision 0103). */

const instant = z.iso.datetime();
const text = z.string().max(2_000);
export const channelCode = z.enum(MessageChannel);

export const EventTemplate = z.object({
  event: z.enum(templatedEvents),
  eventLabel: z.string(),
  channel: channelCode,
  channelLabel: z.string(),
  content: z.string(),
  /** True for the portal's default text. */
  isDefault: z.boolean(),
  updatedAt: instant.nullable(),
  updatedByName: z.string(),
  digest: z.string(),
});
export type EventTemplate = z.output<typeof EventTemplate>;

/** A ready text that a sender may choose for a message about an order; on the wire `picked`. */
export const MessagePreset = z.object({
  id: z.string(),
  name: z.string(),
  content: z.string(),
  sort: z.number().int(),
  updatedAt: instant,
  updatedByName: z.string(),
  digest: z.string(),
});
export type MessagePreset = z.output<typeof MessagePreset>;

export const messageTemplates = {
  list: endpoint({
    method: 'GET',
    reads: ['message-templates'],
    path: '/api/administration/message-templates',
    summary: '消息模板',
    output: z.object({ events: z.array(EventTemplate), picked: z.array(MessagePreset) }),
  }),
  saveEvent: endpoint({
    method: 'POST',
    changes: ['message-templates'],
    path: '/api/administration/message-templates/event',
    summary: '保存事件的消息模板',
    /** Without a content, the portal's default text is restored. */
    body: z.strictObject({
      event: z.enum(templatedEvents),
      channel: channelCode,
      content: text.nullable(),
      digest: seenDigest,
    }),
    output: z.object({}),
    refusals: ['dataChanged', 'forbidden', ...idempotencyRefusals],
  }),
  savePreset: endpoint({
    method: 'POST',
    changes: ['message-templates'],
    path: '/api/administration/message-templates/picked',
    summary: '保存可选的消息内容',
    body: z.strictObject({
      id: z.string().max(64).optional(),
      name: z.string().max(200),
      content: text,
      sort: wholeNumber.default(0),
      digest: seenDigest,
    }),
    output: z.object({ id: z.string() }),
    refusals: ['notFound', 'dataChanged', 'forbidden', ...idempotencyRefusals],
  }),
  removePreset: endpoint({
    method: 'POST',
    changes: ['message-templates'],
    path: '/api/administration/message-templates/picked/:id/remove',
    summary: '删除可选的消息内容',
    params: z.strictObject({ id: z.string().max(64) }),
    body: z.strictObject({ digest: seenDigest }),
    output: z.object({ deleted: z.number().int() }),
    refusals: ['notFound', 'dataChanged', 'forbidden', ...idempotencyRefusals],
  }),
};
