import { hasCode } from '../enumerations/code-list.ts';
import { MessageEvent, messageEventLabel } from './message-event.ts';

/** Kinds of in-portal messages: the events, and further messages of the portal itself. */
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

/** Returns the kind for a code; an undeclared code is a message of the office. */
export function messageKindOf(kind: string): MessageKind {
  return isMessageKind(kind) ? kind : MessageKind.system;
}

function isMessageKind(value: unknown): value is MessageKind {
  return hasCode(MessageKind, value);
}
