import type { TaskButton } from '#contract/work-orders.ts';
import { problemOfOpinion } from '#domain/opinions/opinion.ts';
import { refusalRow } from '#domain/refusals/refusals.ts';
import type { ListedProblem } from '#web/toolkit/dialog/ProblemListDialog.tsx';
import type { HandledForms } from '#web/toolkit/open-forms/handled-forms.ts';

/**
 * Returns all problems that prevent an action: of bar and forms, or of the bar alone if the forms are not
 * submitted (S1 §5). A missing opinion alone is no problem yet: the dialog of the action offers its field.
 */
export function findProblems(
  button: Pick<TaskButton, 'action' | 'needsOpinion' | 'fillsForms'>,
  bar: { opinion: string; focusOpinion: () => void },
  forms: HandledForms,
): ListedProblem[] {
  const problems: ListedProblem[] = [];
  const errors = button.fillsForms ? forms.check() : [];
  if (button.action !== 'validateForm') {
    // A countersign asks for its reason in its own dialog; the opinion in the bar is kept.
    const needed = button.needsOpinion && button.action !== 'startCountersign' && errors.length > 0;
    const problem = problemOfOpinion(bar.opinion.trim(), needed);
    if (problem !== undefined) problems.push({ text: problem, go: bar.focusOpinion });
  }
  if (errors.length > 0)
    problems.push({ text: refusalRow.formInvalid.text, go: errors[0]?.go, parts: errors });
  return problems;
}
