import type { FormOfSteps } from '#contract/processes.ts';
import { isEnded } from '#domain/enumerations/work-order-phase.ts';
import { WorkOrderStatus, workOrderStatusLabel } from '#domain/enumerations/work-order-status.ts';
import { isStage } from '#domain/workflow/model/status-kinds.ts';
import {
  comparisonLabel,
  handlerKindLabel as keptKindLabel,
  type PlanStep,
  type StepCondition,
  type StepHandler,
  type StepPlan,
} from '#domain/workflow/steps/step-plan.ts';

export const handlerKindLabel: Record<StepHandler['kind'], string> = {
  ...keptKindLabel,
  initiator: '发起人',
  step: '前面步骤的办理人',
};

/** Returns the label of a handler: `角色 经办人`, `“受理”的办理人`. */
export function handlerLabel(plan: Pick<StepPlan, 'steps'>, handler: StepHandler): string {
  if (handler.kind === 'initiator') return '发起人';
  if (handler.kind === 'step') {
    const step = plan.steps.find(({ id }) => id === handler.id);
    return `“${step?.name.trim() || handler.id}”的办理人`;
  }
  return `${handlerKindLabel[handler.kind]} ${handler.name}`;
}

export function handlersSentence(plan: Pick<StepPlan, 'steps'>, { handlers }: PlanStep): string {
  return handlers.map((handler) => handlerLabel(plan, handler)).join('、') || '未选处理人';
}

/** Returns the condition of a step with the titles of its field and option: `仅当 紧急程度 等于 特急`. */
export function conditionSentence(
  { form, field: id, is, value }: StepCondition,
  forms: readonly FormOfSteps[],
): string {
  const field = forms.find(({ code }) => code === form)?.fields.find((each) => each.id === id);
  const valueText = field?.options.find((option) => option.value === value)?.label ?? value;
  return `仅当 ${field?.title || id || '…'} ${comparisonLabel[is]} ${valueText === '' ? '…' : valueText}`;
}

const statuses = Object.values(WorkOrderStatus);
const toOption = (status: WorkOrderStatus) => ({ value: status, label: workOrderStatusLabel[status] });

/** Statuses that an open step may give an order. */
export const stageOptions = statuses.filter(isStage).map(toOption);

/** Final statuses, each label once: two codes have the same labels as others. */
export const endingOptions = statuses
  .filter(isEnded)
  .map(toOption)
  .filter(({ label }, index, all) => all.findIndex((other) => other.label === label) === index);
