import { MessageChannel } from '#domain/enumerations/message-channel.ts';
import { maxContentLength } from '#domain/messages/limits.ts';
import { missingContentText } from '#domain/messages/missing-content.ts';
import { unknownPlaceholders } from '#domain/messages/placeholders.ts';
import { readTargets } from '#domain/messages/targets.ts';
import { isBlank, problemOfLength } from '#domain/texts/characters.ts';

/** Input of the form of a message. */
export interface MessageDraft {
  channel: MessageChannel | undefined;
  /** Recipients, written as `code` of the call. */
  targets: readonly string[];
  /** Name of the chosen text; empty until one is chosen. */
  textName: string;
  content: string;
}

/** Kind of dialog: messages of an order by every channel (S1 §2), or text messages alone (S2 §2). */
export type MessageDialogKind = 'message' | 'sms';

export type MessageProblems = Partial<Record<'channel' | 'targets' | 'content', string>>;

/** Returns all problems that prevent sending a message, by field (S1 §5, S2 §5 in the dialog of text messages). */
export function problemsOfMessage(
  { channel, targets, textName, content }: MessageDraft,
  kind: MessageDialogKind = 'message',
): MessageProblems {
  const problems: MessageProblems = {};
  if (channel === undefined) problems.channel = '请选择消息渠道';
  const receivers = readTargets(targets.join(), channel ?? MessageChannel.sms);
  if (typeof receivers === 'string') {
    problems.targets = targets.length === 0 && channel !== MessageChannel.sms ? '请选择接收人员' : receivers;
  }
  const unknownNames = unknownPlaceholders(content);
  if (isBlank(content)) {
    if (kind === 'sms') problems.content = missingContentText(MessageChannel.sms);
    else problems.content = textName === '' ? '请选择一个消息内容' : missingContentText(undefined);
  } else if (unknownNames.length > 0) problems.content = `占位符不存在：${unknownNames.join('、')}`;
  else {
    const lengthProblem = problemOfLength(content, maxContentLength, '消息内容');
    if (lengthProblem !== undefined) problems.content = lengthProblem;
  }
  return problems;
}

/** Fields of the form, by the names in the server's problems. */
export const fieldOfProblem: Readonly<Record<string, keyof MessageProblems>> = {
  code: 'targets',
  content: 'content',
  bigChannelType: 'channel',
};
