import type { Problem } from '../../refusals/refusals.ts';
import { isBlank } from '../../texts/characters.ts';
import { buttonsOfOne, isProcessKey, type PlanStep, type StepPlan, stepButtons } from './step-plan.ts';

/**
 * What is left open in a plan, each problem at its step: what its file could not say, or would say otherwise than meant.
 * What the file says is checked as every file is.
 */
export function checkPlan(plan: StepPlan): Problem[] {
  const problems: Problem[] = [];
  if (!isProcessKey(plan.key))
    problems.push({ field: 'key', message: '流程编码应以小写字母开头，由小写字母、数字和连字符组成' });
  if (isBlank(plan.name)) problems.push({ field: 'name', message: '请填写流程名称' });
  if (plan.steps.length === 0) problems.push({ field: 'steps', message: '请至少添加一个步骤' });
  if (!plan.forms.some(({ authority, fields }) => authority === 2 || fields.length > 0))
    problems.push({ field: 'start', message: '登记：请选择发起人填写的表单' });
  const named = new Set([plan, ...plan.steps].flatMap(({ forms }) => forms.map(({ form }) => form)));
  for (const [at, step] of plan.steps.entries()) {
    const subject = isBlank(step.name) ? `第 ${at + 1} 步` : `步骤“${step.name.trim()}”`;
    const earlier = new Set(plan.steps.slice(0, at).map(({ id }) => id));
    for (const message of faultsOf(step, earlier, named)) {
      problems.push({ field: step.id, message: `${subject}：${message}` });
    }
  }
  return problems;
}

function faultsOf(step: PlanStep, earlier: ReadonlySet<string>, named: ReadonlySet<string>): string[] {
  const { name, handlers, handle, refusal, when, share, buttons } = step;
  const asked = when !== null && when.form !== '' && when.field !== '';
  return [
    ...(isBlank(name) ? ['请填写步骤名称'] : []),
    ...(handlers.length === 0 ? ['请选择处理人'] : []),
    ...(handlers.some((handler) => handler.kind === 'step' && !earlier.has(handler.id))
      ? ['处理人只能是前面步骤的办理人']
      : []),
    ...(isBlank(handle) ? ['请填写办理按钮的名称'] : []),
    ...(refusal && isBlank(refusal.name) ? ['请填写终止按钮的名称'] : []),
    ...(when !== null && !asked ? ['请选择条件的表单和字段'] : []),
    ...(when !== null && asked && !named.has(when.form) ? ['条件的表单没有用在任何步骤中'] : []),
    ...(when !== null && asked && when.value === '' ? ['请填写条件的值'] : []),
    ...(share === 'first'
      ? []
      : buttons
          .filter((each) => buttonsOfOne.has(each))
          .map((each) => `各办一份时不能有“${stepButtons[each].name}”`)),
  ];
}
