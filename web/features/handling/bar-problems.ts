import { refusalRow } from '#domain/refusals/refusals.ts';
import { actionOf, actions } from '#domain/workflow/actions/registry.ts';
import { faultOfOpinion } from '#domain/workflow/opinion.ts';
import type { ListedProblem } from '#web/toolkit/feedback/listed-problem.ts';
import type { HandledForms } from '#web/toolkit/open-forms/handled-forms.ts';
import { needsOpinion } from './handler-buttons.ts';

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
    const fault = faultOfOpinion(bar.opinion, needsOpinion(action, bar.opinionRequired));
    if (fault !== undefined) problems.push({ text: fault, go: bar.focusOpinion });
  }
  const known = actionOf(action);
  const fillsForms = known !== undefined && actions[known].forms === 'fill';
  const faults = action === '8' || fillsForms ? forms.check() : [];
  if (faults.length > 0)
    problems.push({ text: refusalRow.formInvalid.text, go: faults[0]?.go, parts: faults });
  return problems;
}
