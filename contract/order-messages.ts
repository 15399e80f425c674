import { z } from 'zod';
import { ApplicantTerm } from '#domain/applicants/applicant-term.ts';
import { MessageChannel } from '#domain/enumerations/message-channel.ts';
import { messageStates } from '#domain/messages/message-state.ts';
import { endpoint, idempotencyRefusals, pageQuery, withFallback } from './endpoint.ts';
import { channelCode } from './message-templates.ts';
import { workOrderId } from './work-orders.ts';

/** Messages of one work order: sending them, and the list of sent ones (S1 §2, §7; S2 §2, §3). */

export const OrderMessage = z.object({
  id: z.string(),
  content: z.string(),
  messageSendTime: z.iso.datetime(),
  /** Masked number; empty for an in-portal message. */
  phone: z.string(),
  receiverName: z.string(),
  bigChannelType: channelCode,
  channelLabel: z.string(),
  senderName: z.string(),
  belongs: z.string(),
  state: z.enum(messageStates),
  stateLabel: z.string(),
});
export type OrderMessage = z.output<typeof OrderMessage>;

/** A person to whom a message of the order can be sent without typing a number. */
const MessageTarget = z.object({
  /** Value to send as `code`. */
  value: z.string(),
  name: z.string(),
  /** The role of the person in the order: 申请人, 发起人, 当前环节处理人. */
  part: z.string(),
  /** Masked number; null if there is none. */
  mobile: z.string().nullable(),
  channels: z.array(channelCode),
});

export const MessageChoices = z.object({
  /** True if this person may send messages about the order. */
  canSend: z.boolean(),
  /** Title of the order. */
  title: z.string(),
  applicantWord: z.enum(ApplicantTerm),
  channels: z.array(z.object({ channel: channelCode, label: z.string(), isTwin: z.boolean() })),
  contents: z.array(z.object({ id: z.string(), name: z.string(), content: z.string() })),
  targets: z.array(MessageTarget),
});
export type MessageChoices = z.output<typeof MessageChoices>;

const orderCode = z.string().max(40);

export const orderMessages = {
  choices: endpoint({
    method: 'GET',
    reads: ['orders', 'message-templates'],
    path: '/api/work-orders/:workorderCode/message-choices',
    summary: '可发送的消息内容、对象与渠道',
    params: z.strictObject({ workorderCode: orderCode }),
    output: MessageChoices,
  }),
  send: endpoint({
    method: 'POST',
    changes: ['order-messages'],
    path: '/workorder/workorders/messages',
    summary: '发送办件消息',
    body: z.strictObject({
      /** Receivers, joined by commas, ten at most: mobile numbers, `applicant`, or `staff:<id>`. */
      code: z.string().max(2_000),
      content: z.string().max(2_000),
      /** Channel, as number or text. */
      bigChannelType: withFallback(
        z.preprocess(
          (code) => (typeof code === 'number' ? String(code) : code),
          z.enum(MessageChannel).or(z.literal('')),
        ),
        '',
      ),
      /** Number of the work order. */
      bizCode: orderCode,
      /** Name of the chosen template; stored with the message. */
      name: withFallback(z.string().max(200), ''),
      /** The sender's note on what the message belongs to. */
      belongs: withFallback(z.string().max(64), ''),
    }),
    output: z.object({ sent: z.number().int() }),
    refusals: ['forbidden', 'tooManyRequests', ...idempotencyRefusals],
  }),
  list: endpoint({
    method: 'GET',
    reads: ['order-messages'],
    path: '/workorder/workorders/messages',
    summary: '办件消息记录',
    query: z.strictObject({
      workorderCode: orderCode,
      proInsId: workOrderId.optional(),
      page: pageQuery.page,
      size: pageQuery.size.default(100),
    }),
    output: z.object({ rows: z.array(OrderMessage), total: z.number().int() }),
  }),
};
