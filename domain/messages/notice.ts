import type { MessageChannel } from '../enumerations/message-channel.ts';
import { isNotifyTarget, type NotifyTarget } from '../enumerations/notify-target.ts';
import { isBlank, problemOfLength } from '../texts/characters.ts';
import { maxContentLength, maxTargets } from './limits.ts';
import { unknownPlaceholders } from './placeholders.ts';

/** Notices that a handler sends with an action (S1 §3 message block, §4 notify targets, §5; docs/decisions/0103). */

/** A notice as requested: its targets, its text and its channels. */
export interface NoticeRequest {
  /** Notify targets, and colleagues as `staff:<id>`. */
  targets: readonly string[];
  text: string;
  channels: readonly MessageChannel[];
}

/** A notice that waits for the commit of its action. */
export interface PendingNotice {
  text: string;
  channels: readonly MessageChannel[];
  /** Ids of colleagues that are already determined. */
  people: readonly string[];
  applicant: boolean;
  /** True to notify the handlers of the tasks that the action opens. */
  next: boolean;
  sender: { staffId: string; name: string };
}

export type NoticeTarget = { kind: NotifyTarget } | { kind: 'staff'; staffId: string };

const staffPrefix = 'staff:';

/** Returns the target of one entry; undefined for an invalid entry. */
export function readNoticeTarget(entry: string): NoticeTarget | undefined {
  if (isNotifyTarget(entry)) return { kind: entry };
  const staffId = entry.startsWith(staffPrefix) ? entry.slice(staffPrefix.length) : '';
  return staffId === '' ? undefined : { kind: 'staff', staffId };
}

/** Problems that prevent sending a notice, by field (S1 §5). */
export type NoticeProblems = Partial<Record<keyof NoticeRequest, string>>;

/** Returns all problems of a notice that can be found without looking up people. */
export function problemsOfNotice({ targets, text, channels }: NoticeRequest): NoticeProblems {
  const problems: NoticeProblems = {};
  if (targets.length === 0) problems.targets = '请选择通知对象';
  else if (targets.length > maxTargets) problems.targets = `最多${maxTargets}个通知对象`;
  else if (targets.some((entry) => readNoticeTarget(entry) === undefined)) {
    problems.targets = '通知对象只能是列出的对象或参与该办件的人员';
  }
  const textProblem = problemOfText(text);
  if (textProblem !== undefined) problems.text = textProblem;
  if (channels.length === 0) problems.channels = '请选择消息渠道';
  return problems;
}

function problemOfText(text: string): string | undefined {
  if (isBlank(text)) return '请输入消息内容';
  const unknown = unknownPlaceholders(text);
  if (unknown.length > 0) return `占位符不存在：${unknown.join('、').slice(0, 100)}`;
  return problemOfLength(text, maxContentLength, '消息内容');
}
