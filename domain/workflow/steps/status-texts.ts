import { isEnded } from '../../enumerations/work-order-phase.ts';
import { WorkOrderStatus, workOrderStatusLabel } from '../../enumerations/work-order-status.ts';
import { isStage } from '../model/status-kinds.ts';

const statuses = Object.values(WorkOrderStatus);

/** Returns a unique label of a status: two codes of a package (套餐) share their labels with others. */
export function statusLabel(status: WorkOrderStatus): string {
  const label = workOrderStatusLabel[status];
  const first = statuses.find((each) => workOrderStatusLabel[each] === label);
  return first === status ? label : `${label}（套餐）`;
}

/** Stages that an open step may give an order, and statuses that it may end with. */
export const stageTexts = statuses.filter(isStage).map(statusLabel);
export const endingTexts = statuses.filter(isEnded).map(statusLabel);

/** Returns the status that a label belongs to. */
export function statusOfLabel(label: string): WorkOrderStatus | undefined {
  return statuses.find((status) => statusLabel(status) === label);
}
