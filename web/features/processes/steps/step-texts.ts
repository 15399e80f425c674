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

export function conditionSentence({ field, is, value }: StepCondition): string {
  return `仅当 ${field || '…'} ${comparisonLabel[is]} ${value === '' ? '…' : value}`;
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
