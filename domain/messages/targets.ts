import { isMobile } from '../certificates/phone.ts';
import { MessageChannel } from '../enumerations/message-channel.ts';
import { maxTargets } from './limits.ts';

/**
 * One recipient of a sending. A phone number may be typed; all other recipients are references, so that no
 * number is visible.
 */
export type Target =
  | { kind: 'phone'; mobile: string }
  | { kind: 'applicant' }
  | { kind: 'staff'; staffId: string };

const targetMessage = {
  missing: '请输入发送对象手机号',
  tooMany: `最多${maxTargets}个手机号`,
  wrong: '请校验填写的全部手机号是否正确',
  staffOnly: '该渠道只能发送给工作人员，请选择接收人员',
} as const;

const staffPrefix = 'staff:';
/** Represents the applicant's own number, which is never shown (S1 §5 masks). */
export const applicantTarget = 'applicant';

/** Characters that separate recipients: the comma of S1 §5 and S2 §5, and what people paste instead of it. */
export const targetSeparators = [',', '，', ';', '；', '、', ' ', '\t', '\n'] as const;

/** Returns the parts of a text of recipients, in its order, without empty ones. */
function splitTargets(text: string): string[] {
  return text.split(/[,，;；、\s]+/).filter((part) => part !== '');
}

/** Returns the recipients that a text names again, each once: those it contains twice, and those in `present`. */
export function doubleTargets(text: string, present: readonly string[]): string[] {
  const seen = new Set(present);
  return [...new Set(splitTargets(text).filter((part) => seen.has(part) || !seen.add(part)))];
}

/** Returns the recipients from a comma-separated text (S1 §5), each once; or its problem. */
export function readTargets(recipientsText: string, channel: MessageChannel): Target[] | string {
  const parts = [...new Set(splitTargets(recipientsText))];
  if (parts.length === 0) return targetMessage.missing;
  if (parts.length > maxTargets) return targetMessage.tooMany;
  const targets = parts.map(readTarget);
  const existing = targets.filter((target) => target !== undefined);
  if (existing.length < targets.length) return targetMessage.wrong;
  if (channel !== MessageChannel.sms && existing.some(({ kind }) => kind !== 'staff'))
    return targetMessage.staffOnly;
  return existing;
}

function readTarget(part: string): Target | undefined {
  if (part === applicantTarget) return { kind: 'applicant' };
  if (part.startsWith(staffPrefix) && part.length > staffPrefix.length) {
    return { kind: 'staff', staffId: part.slice(staffPrefix.length) };
  }
  return isMobile(part) ? { kind: 'phone', mobile: part } : undefined;
}
