import { z } from 'zod';
import { MessageChannel } from '#domain/enumerations/message-channel.ts';
import { messageStates } from '#domain/messages/message-state.ts';
import { endpoint, idempotencyRefusals, pageOf, pageQuery } from './endpoint.ts';

/** Calls for the operator's management of external message channels (decision 0102). */

const instant = z.iso.datetime();
const externalChannel = z.enum([MessageChannel.sms, MessageChannel.governmentChat]);
const state = z.enum(messageStates);
const byId = z.strictObject({ id: z.string().max(64) });

export const ChannelStatus = z.object({
  channel: externalChannel,
  label: z.string(),
  /** Name of the provider, or 演示渠道; empty if the channel is not available. */
  gateway: z.string(),
  isOpen: z.boolean(),
  isTwin: z.boolean(),
  counts: z.record(state, z.number().int()),
});
export type ChannelStatus = z.output<typeof ChannelStatus>;

/** A message without its content and number: the operator does not participate in work orders (decision 0057). */
export const OutboundMessage = z.object({
  id: z.string(),
  channel: externalChannel,
  channelLabel: z.string(),
  eventLabel: z.string(),
  /** Masked number; empty after its deletion. */
  phone: z.string(),
  state,
  stateLabel: z.string(),
  tries: z.number().int(),
  fault: z.string(),
  gateway: z.string(),
  providerId: z.string(),
  createdAt: instant,
  triedAt: instant.nullable(),
  dueAt: instant,
  /** Actions that are possible on the message. */
  can: z.array(z.enum(['resend', 'confirm'])),
});
export type OutboundMessage = z.output<typeof OutboundMessage>;

export const SimulatorMessage = z.object({
  id: z.string(),
  channelLabel: z.string(),
  phone: z.string(),
  /** Content of the message in the demo; otherwise null. */
  content: z.string().nullable(),
  receivedAt: instant,
});
export type SimulatorMessage = z.output<typeof SimulatorMessage>;

const messageActionRefusals = ['notFound', 'messageNotResendable', ...idempotencyRefusals] as const;
const unsortedPageQuery = { ...pageQuery, sort: z.undefined().optional() };

export const messageChannels = {
  status: endpoint({
    method: 'GET',
    reads: ['channels'],
    path: '/api/administration/message-channels',
    summary: '消息渠道状况',
    output: z.object({ channels: z.array(ChannelStatus) }),
  }),
  list: endpoint({
    method: 'GET',
    reads: ['channels'],
    path: '/api/administration/message-channels/messages',
    summary: '待发与已发消息',
    query: z.strictObject({
      ...unsortedPageQuery,
      state: state.optional(),
      channel: externalChannel.optional(),
    }),
    output: pageOf(OutboundMessage),
  }),
  simulatorMessages: endpoint({
    method: 'GET',
    reads: ['channels'],
    path: '/api/administration/message-channels/twin',
    summary: '演示渠道收到的消息',
    query: z.strictObject({ ...unsortedPageQuery, channel: externalChannel.optional() }),
    output: pageOf(SimulatorMessage),
  }),
  resend: endpoint({
    method: 'POST',
    changes: ['channels'],
    path: '/api/administration/message-channels/messages/:id/resend',
    summary: '重新发送消息',
    params: byId,
    output: z.object({}),
    refusals: messageActionRefusals,
  }),
  confirm: endpoint({
    method: 'POST',
    changes: ['channels'],
    path: '/api/administration/message-channels/messages/:id/confirm',
    summary: '确认消息已送达',
    params: byId,
    output: z.object({}),
    refusals: messageActionRefusals,
  }),
  resendAll: endpoint({
    method: 'POST',
    changes: ['channels'],
    path: '/api/administration/message-channels/resend-all',
    summary: '重新发送全部失败消息',
    body: z.strictObject({ channel: externalChannel }),
    output: z.object({ resent: z.number().int() }),
    refusals: idempotencyRefusals,
  }),
};
