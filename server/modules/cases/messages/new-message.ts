import type { MessageChannel } from '#domain/enumerations/message-channel.ts';

/** An in-portal message for a person. */
export interface NewMessage {
  staffId: string;
  /** A `MessageEvent`; any other kind is a message of the office. */
  kind: string;
  title: string;
  content: string;
  /** Channels that the sender chose; without them the reader's settings decide. */
  channels?: readonly MessageChannel[];
  /** True to store it without notifying the reader. */
  isSilent?: boolean;
  workorder?: { id: string; code: string };
  /** The task of the work order that the message is about. */
  taskId?: number;
}
