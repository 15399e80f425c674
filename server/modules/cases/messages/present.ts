import type { Message } from '#contract/messages.ts';
import type { MessageRow } from './queries.ts';

export function presentMessage({ sentAt, readAt, taskNumber, ...row }: MessageRow): Message {
  const { workorderId } = row;
  return {
    ...row,
    workorderTraceId: workorderId === null || taskNumber === null ? null : `${workorderId}.${taskNumber}`,
    messageSendTime: sentAt.toISOString(),
    read: readAt !== null,
  };
}
