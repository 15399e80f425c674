import type { Problem } from '../../refusals/refusals.ts';
import { isBlank } from '../../texts/characters.ts';
import { maxLimitAmount } from '../model/limits.ts';
import type { StepLimit } from '../model/model.ts';
import {
  isProcessKey,
  type PlanStep,
  type StepPlan,
  singlePersonButtons,
  stepButtons,
  usedFormCodes,
} from './step-plan.ts';

/** A validation problem at a part of a step, or of the whole plan. */
export interface PlanProblem {
  /** Index of the step; null for the plan itself. */
  stepIndex: number | null;
  part: keyof StepPlan | keyof PlanStep;
  message: string;
}

/** Separator between a step and the part of it that a problem concerns; no id of a file contains it. */
export const partSeparator = '/';

/**
 * Returns the validation problems of a plan, each at its step and part: values that its file could not
 * contain, or that would mean something else there. The content of the file is then checked like that of
 * every file.
 */
export function checkPlan(plan: StepPlan): Problem[] {
  return errorsOfPlan(plan).map(({ stepIndex, part, message }) => {
    const step = plan.steps[stepIndex ?? -1];
    if (step)
      return {
        field: `${step.id}${partSeparator}${part}`,
        message: `${stepLabel(step, stepIndex ?? 0)}：${message}`,
      };
    return part === 'forms' ? { field: 'start', message: `登记：${message}` } : { field: part, message };
  });
}

/** Names a step: by its name, else by its number. */
export function stepLabel({ name }: Pick<PlanStep, 'name'>, index: number): string {
  return isBlank(name) ? `第 ${index + 1} 步` : `步骤“${name.trim()}”`;
}

/** Returns the problems of a plan, each with the part of the step or plan to which it belongs. */
export function errorsOfPlan(plan: StepPlan): PlanProblem[] {
  const usedForms = usedFormCodes(plan);
  const hasEditableForm = plan.forms.some(({ authority, fields }) => authority === 2 || fields.length > 0);
  const earlier = new Set<string>();
  const planProblems = [
    ...problemIf(!isProcessKey(plan.key), 'key', '流程编码应以小写字母开头，由小写字母、数字和连字符组成'),
    ...problemIf(isBlank(plan.name), 'name', '请填写流程名称'),
    ...problemIf(isBeyondLimit(plan.limit), 'limit', `办理时限${limitProblem(plan.limit?.unit)}`),
    ...problemIf(plan.steps.length === 0, 'steps', '请至少添加一个步骤'),
    ...problemIf(!hasEditableForm, 'forms', '请选择发起人填写的表单'),
  ].map((problem) => ({ stepIndex: null, ...problem }) as PlanProblem);
  const stepProblems = plan.steps.flatMap((step, index) => {
    const problems = problemsOfStep(step, earlier, usedForms);
    earlier.add(step.id);
    return problems.map((problem) => ({ stepIndex: index, ...problem }));
  });
  return [...planProblems, ...stepProblems];
}

function limitProblem(unit: StepLimit['unit'] = 'workingDay'): string {
  return `应为 1 至 ${maxLimitAmount(unit)} 的整数`;
}

/**
 * Checks a limit as the file does (`read-extension.ts`), so that the problem is shown at its field before the
 * file is written.
 */
function isBeyondLimit(limit: Pick<StepLimit, 'amount' | 'unit'> | null): boolean {
  if (limit === null) return false;
  const { amount, unit } = limit;
  return !Number.isInteger(amount) || amount < 1 || amount > maxLimitAmount(unit);
}

function problemIf<Part>(isProblem: boolean, part: Part, message: string): { part: Part; message: string }[] {
  return isProblem ? [{ part, message }] : [];
}

function problemsOfStep(
  step: PlanStep,
  earlier: ReadonlySet<string>,
  usedForms: ReadonlySet<string>,
): Omit<PlanProblem, 'stepIndex'>[] {
  const { name, handlers, handle, refusal, when, share, buttons, limit } = step;
  const hasField = when !== null && when.form !== '' && when.field !== '';
  const isLater = handlers.some((handler) => handler.kind === 'step' && !earlier.has(handler.id));
  return [
    ...problemIf(isBlank(name), 'name', '请填写步骤名称'),
    ...problemIf(handlers.length === 0, 'handlers', '请选择处理人'),
    ...problemIf(isLater, 'handlers', '处理人只能是前面步骤的办理人'),
    ...problemIf(isBeyondLimit(limit), 'limit', `时限${limitProblem(limit?.unit)}`),
    ...problemIf(isBlank(handle), 'handle', '请填写办理按钮的名称'),
    ...problemIf(refusal !== null && isBlank(refusal.name), 'refusal', '请填写终止按钮的名称'),
    ...problemIf(when !== null && !hasField, 'when', '请选择条件的表单和字段'),
    ...problemIf(hasField && !usedForms.has(when.form), 'when', '条件的表单没有用在任何步骤中'),
    ...problemIf(hasField && when.value === '', 'when', '请填写条件的值'),
    ...(share === 'first' ? [] : buttons).flatMap((each) =>
      problemIf(singlePersonButtons.has(each), 'buttons', `各办一份时不能有“${stepButtons[each].name}”`),
    ),
  ] as Omit<PlanProblem, 'stepIndex'>[];
}
