import { refusalRow } from '../refusals/refusals.ts';
import { isBlank, problemOfLength } from '../texts/characters.ts';
import { maxOpinionLength, maxReasonLength } from './limits.ts';

/** Returns the problem of an opinion, with the message that browser and server share (S1 §5, §9). */

export function problemOfOpinion(opinion: string, required: boolean): string | undefined {
  if (required && isBlank(opinion)) return refusalRow.opinionRequired.text;
  return problemOfLength(opinion, maxOpinionLength, '【处理意见】');
}

/**
 * Returns the problem of the reason for a withdraw, a recall (撤回) or the action that
 * `actionName` names; the reason may be empty.
 */
export function problemOfReason(reason: string, actionName = '撤回'): string | undefined {
  return problemOfLength(reason, maxReasonLength, `${actionName}原因`);
}

/** Message if a person has no common opinion; a saved list needs at least one. */
export const noCommonOpinion = '请添加常用意见！';

/** Returns the problem of a common opinion, which may be as long as an opinion. */
export function problemOfCommonOpinion(content: string): string | undefined {
  if (isBlank(content)) return '请输入常用意见！';
  return problemOfLength(content, maxOpinionLength, '常用意见');
}
