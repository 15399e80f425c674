import { refusalRow } from '../refusals/refusals.ts';
import { isBlank, problemOfLength } from '../texts/characters.ts';
import { maxOpinionLength, maxReasonLength } from './limits.ts';

/** Checks an opinion, a reason or a common opinion, with the messages that screen and server share (S1 §5, §9). */

export function problemOfOpinion(opinion: string, required: boolean): string | undefined {
  if (required && isBlank(opinion)) return refusalRow.opinionRequired.text;
  return problemOfLength(opinion, maxOpinionLength, '【处理意见】');
}

/**
 * Returns the problem of a reason, of a withdraw, a recall (撤回) or the action that `of` names; the reason may
 * be left out.
 */
export function problemOfReason(reason: string, of = '撤回'): string | undefined {
  return problemOfLength(reason, maxReasonLength, `${of}原因`);
}

/** Said where a person has no common opinion; a list is saved with one at least. */
export const noCommonOpinion = '请添加常用意见！';

/** Returns the problem of a common opinion, which is as long as an opinion at most. */
export function problemOfCommonOpinion(content: string): string | undefined {
  if (isBlank(content)) return '请输入常用意见！';
  return problemOfLength(content, maxOpinionLength, '常用意见');
}
