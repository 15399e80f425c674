import { hasCode } from './code-list.ts';

/** Channels of a message, as strings, like in `bigChannelType` (S1 Other enumerations, S2 §3). */
export const MessageChannel = {
  inPortal: '20',
  governmentChat: '7',
  sms: '10',
} as const;
export type MessageChannel = (typeof MessageChannel)[keyof typeof MessageChannel];

export const messageChannelLabel: Record<MessageChannel, string> = {
  [MessageChannel.inPortal]: '站内消息',
  [MessageChannel.governmentChat]: '政务即时通讯',
  [MessageChannel.sms]: '短信',
};

export function isMessageChannel(value: unknown): value is MessageChannel {
  return hasCode(MessageChannel, value);
}
