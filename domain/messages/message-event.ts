import { hasCode } from '../enumerations/code-list.ts';

/** Events that cause a notification; the codes are ours. */
export const MessageEvent = {
  todo: 'todo',
  returned: 'returned',
  urged: 'urged',
  copied: 'copied',
  ended: 'ended',
  warned: 'warned',
  supervised: 'supervised',
  system: 'system',
} as const;
export type MessageEvent = (typeof MessageEvent)[keyof typeof MessageEvent];

export const messageEventLabel: Record<MessageEvent, string> = {
  todo: '新的待办',
  returned: '办件被退回',
  urged: '被催办',
  copied: '收到抄送',
  ended: '我发起的办件已办结',
  warned: '时限提醒',
  supervised: '督办',
  system: '办件消息',
};

export function isMessageEvent(value: unknown): value is MessageEvent {
  return hasCode(MessageEvent, value);
}
