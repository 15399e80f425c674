import { MessageChannel } from '../enumerations/message-channel.ts';

/** Returns the message about a message without text: of a text message that of S2 §5, of others that of S1 §5. */
export function missingContentText(channel: MessageChannel | undefined): string {
  return channel === MessageChannel.sms ? '请填写短信内容' : '请输入消息内容';
}
