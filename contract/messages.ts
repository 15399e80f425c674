import { z } from 'zod';
import { MessageKind } from '#domain/messages/message-kind.ts';
import { endpoint, pageOf, pageQuery } from './endpoint.ts';
import { filterDay } from './list-filters.ts';

/** Messages of the portal to one person (S0 §3, §4, §7). */

export const Message = z.object({
  id: z.string(),
  kind: z.string(),
  title: z.string(),
  content: z.string(),
  messageSendTime: z.string(),
  read: z.boolean(),
  /** The work order that the message is about, for opening it. */
  workorderId: z.string().nullable(),
  workorderCode: z.string().nullable(),
  /** The task that the message is about. */
  workorderTraceId: z.string().nullable(),
});
export type Message = z.output<typeof Message>;

/** Filters of the message centre; days in Chinese time, both inclusive. */
const messageFilters = {
  kind: z.enum(MessageKind).optional(),
  startDate: filterDay.optional(),
  endDate: filterDay.optional(),
  /** Part of the title, of the content or of the order's number. */
  keyword: z.string().trim().max(100).optional(),
};

const MarkReadInput = z.strictObject({
  /** Empty: all messages that `which` finds. */
  ids: z.array(z.string().max(64)).max(500).default([]),
  which: z.strictObject({ ...messageFilters, workorderCode: z.string().max(64).optional() }).optional(),
  /** `asOf` of the list that the reader saw: newer messages stay unread. */
  asOf: z.iso.datetime().optional(),
});
export type MarkReadInput = z.input<typeof MarkReadInput>;

export const messages = {
  unreadCount: endpoint({
    method: 'GET',
    path: '/workportal/api/message/workMessage/selectUnreadCount',
    summary: '未读消息数',
    output: z.object({ count: z.number().int() }),
  }),
  newest: endpoint({
    method: 'GET',
    reads: ['messages'],
    path: '/gaio-base-console/api/workMessage/selectMessage',
    summary: '最新未读消息',
    query: z.strictObject({ mark: z.literal('new') }),
    /** Returns the newest unread message, to be shown once per id; null if there is none. */
    output: Message.extend({ count: z.number().int() }).nullable(),
  }),
  list: endpoint({
    method: 'GET',
    reads: ['messages'],
    path: '/api/messages',
    summary: '消息列表',
    query: z.strictObject({
      ...pageQuery,
      ...messageFilters,
      unread: z.enum(['true', 'false']).optional(),
    }),
    /** `asOf`: the time when the list was read. */
    output: pageOf(Message).extend({ asOf: z.iso.datetime() }),
  }),
  markRead: endpoint({
    method: 'POST',
    changes: ['messages'],
    path: '/api/messages/read',
    summary: '消息设为已读',
    body: MarkReadInput,
    output: z.object({ count: z.number().int() }),
  }),
};
