import { hasCode } from '../enumerations/code-list.ts';
import { MessageEvent, messageEventLabel } from './message-event.ts';

/** What a message in somebody's box is about: the events, and what the portal itself tells of. */
export const MessageKind = {
  ...MessageEvent,
  substitute: 'substitute',
  export: 'export',
} as const;
export type MessageKind = (typeof MessageKind)[keyof typeof MessageKind];

export const messageKindLabel: Record<MessageKind, string> = {
  ...messageEventLabel,
  substitute: '外出委托',
  export: '导出文件',
};

/** The kind as people know it; one that nobody declared is a message of the office. */
export function messageKindOf(kind: string): MessageKind {
  return isMessageKind(kind) ? kind : MessageKind.system;
}

function isMessageKind(value: unknown): value is MessageKind {
  return hasCode(MessageKind, value);
}
