import { MessageChannel } from '../enumerations/message-channel.ts';
import type { FirstLine } from './first-line.ts';
import { defaultMessage } from './limits.ts';
import { MessageEvent } from './message-event.ts';

/** Events whose texts an office may edit; a message of the office itself (system) has its own text. */
export type TemplatedEvent = Exclude<MessageEvent, typeof MessageEvent.system>;

/** Text of the message for each event, until the office edits its template. */
export const defaultContents: Record<TemplatedEvent, string> = {
  [MessageEvent.todo]: defaultMessage,
  [MessageEvent.returned]: '办件 {办件流水号} 被{经办人姓名}退回给您，请登录办件通查看退回原因并及时办理。',
  [MessageEvent.urged]: '您有一件办件被催办，请及时查阅处理。',
  [MessageEvent.copied]: '您新收到一件抄送，请及时查阅。',
  [MessageEvent.ended]: '您发起的办件 {办件流水号} 已办结。',
  [MessageEvent.supervised]: '办件 {办件流水号} 的督办单有新的进展，请登录办件通查看并及时处理。',
  [MessageEvent.warned]: '办件 {办件流水号} 临近时限或已超期，请登录办件通查看并及时处理。',
};

export const templatedEvents = Object.keys(defaultContents) as readonly TemplatedEvent[];

export function isTemplatedEvent(value: unknown): value is TemplatedEvent {
  return typeof value === 'string' && Object.hasOwn(defaultContents, value);
}

/**
 * Checks whether the message for an event comes from a template in a channel: as in-portal messages, a return, an
 * urge, a copy, a warning and a supervision letter have their own texts.
 */
export function isTemplatedIn(event: TemplatedEvent, channel: MessageChannel): boolean {
  const eventsWithOwnText: readonly TemplatedEvent[] = [
    MessageEvent.returned,
    MessageEvent.urged,
    MessageEvent.copied,
    MessageEvent.warned,
    MessageEvent.supervised,
  ];
  return channel !== MessageChannel.inPortal || !eventsWithOwnText.includes(event);
}

/** Returns the text of the in-portal message about a return: who returned the order, and the whole reason. */
export function returnContent({
  personName = '',
  reasonText = '',
}: Pick<FirstLine, 'personName' | 'reasonText'>): string {
  const reason = reasonText.trim();
  return `${personName}将办件退回给您${reason === '' ? '' : `，原因：${reason}`}`;
}

/** Returns the usual content of an urge, until its sender writes another. */
export function urgeContent(code: string): string {
  return `您有一件待办（办件流水号：${code}），请及时查阅处理。`;
}
