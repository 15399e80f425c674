import type { Message } from '#contract/messages.ts';
import type { MessageRow } from './queries.ts';

export function presentMessage({ sentAt, readAt, ...row }: MessageRow): Message {
  return { ...row, messageSendTime: sentAt.toISOString(), read: readAt !== null };
}
