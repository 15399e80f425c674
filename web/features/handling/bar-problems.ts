import { actionOf, actions } from '#domain/workflow/actions/registry.ts';
import type { ListedProblem } from '#web/toolkit/feedback/listed-problem.ts';
import type { HandledForms } from '#web/toolkit/open-forms/handled-forms.ts';
import { needsOpinion } from './handler-buttons.ts';

/** Longest opinion, and longest reason of a withdrawal (S1 §9). */
export const opinionLimit = 500;
export const reasonLimit = 200;

/**
 * Everything that stands against an action: bar and forms together, the bar alone where the forms are left as they are,
 * and for action 8 the forms alone (S1 §5).
 */
export function findProblems(
  action: string,
  bar: { opinion: string; opinionRequired: boolean; focusOpinion: () => void },
  forms: HandledForms,
): ListedProblem[] {
  const problems: ListedProblem[] = [];
  if (action !== '8') {
    if (bar.opinion.length > opinionLimit) {
      problems.push({ text: `【处理意见】不能超过${opinionLimit}个字符`, go: bar.focusOpinion });
    } else if (needsOpinion(action, bar.opinionRequired) && bar.opinion.trim() === '') {
      problems.push({ text: '【处理意见】填写处理意见', go: bar.focusOpinion });
    }
  }
  const known = actionOf(action);
  const fillsForms = known !== undefined && actions[known].forms === 'fill';
  const faults = action === '8' || fillsForms ? forms.check() : [];
  if (faults.length > 0)
    problems.push({ text: '【表单信息】正确填写所有表单', go: faults[0]?.go, parts: faults });
  return problems;
}
