import type { TaskButton } from '#contract/work-orders.ts';
import type { ListedProblem } from '#web/toolkit/feedback/listed-problem.ts';
import type { HandledForms } from '#web/toolkit/open-forms/handled-forms.ts';

/** Longest opinion, and longest reason of a withdrawal (S1 §9). */
export const opinionLimit = 500;
export const reasonLimit = 200;

/** Everything that stands against an action: bar and forms together, or the bar alone where the forms stay (S1 §5). */
export function findProblems(
  button: Pick<TaskButton, 'action' | 'needsOpinion' | 'fillsForms'>,
  bar: { opinion: string; focusOpinion: () => void },
  forms: HandledForms,
): ListedProblem[] {
  const problems: ListedProblem[] = [];
  if (button.action !== 'validateForm') {
    if (bar.opinion.length > opinionLimit) {
      problems.push({ text: `【处理意见】不能超过${opinionLimit}个字符`, go: bar.focusOpinion });
    } else if (button.needsOpinion && bar.opinion.trim() === '') {
      problems.push({ text: '【处理意见】填写处理意见', go: bar.focusOpinion });
    }
  }
  const faults = button.fillsForms ? forms.check() : [];
  if (faults.length > 0)
    problems.push({ text: '【表单信息】正确填写所有表单', go: faults[0]?.go, parts: faults });
  return problems;
}
