import type { MessageChannel } from '#domain/enumerations/message-channel.ts';

/** A message for a person's box. */
export interface NewMessage {
  staffId: string;
  /** A `MessageEvent`; any other is one of the office. */
  kind: string;
  title: string;
  content: string;
  /** Channels that the sender chose; without them the reader's settings decide. */
  channels?: readonly MessageChannel[];
  /** Goes into the box as history, not as news. */
  isOld?: boolean;
  workorder?: { id: string; code: string };
  /** The task of the work order that it calls to. */
  taskId?: number;
}
