import { phaseOf } from '#domain/enumerations/work-order-phase.ts';
import { isWorkOrderStatus, WorkOrderStatus } from '#domain/enumerations/work-order-status.ts';
import type { StatusTone } from './StatusTag.tsx';

/** Final statuses that are unfavourable for the applicant. */
const unfavourableStatuses: ReadonlySet<number> = new Set([
  WorkOrderStatus.preTrialRejected,
  WorkOrderStatus.notAccepted,
  WorkOrderStatus.permitRefused,
  WorkOrderStatus.returnedAndConcluded,
  WorkOrderStatus.deletedAndConcluded,
  WorkOrderStatus.voidedAndConcluded,
  WorkOrderStatus.receiptRefused,
  WorkOrderStatus.preReviewRejected,
  WorkOrderStatus.packageReturnedAndConcluded,
]);

/** Returns the tone of a status in lists and titles; the text itself carries the meaning. */
export function toneOfStatus(status: number): StatusTone {
  if (!isWorkOrderStatus(status)) return 'neutral';
  if (status === WorkOrderStatus.returnPending) return 'returned';
  const phase = phaseOf(status);
  switch (phase) {
    case 'draft':
      return 'neutral';
    case 'open':
      return 'progress';
    case 'waiting':
      return 'warning';
    case 'ended':
      return unfavourableStatuses.has(status) ? 'error' : 'success';
    default:
      throw new Error(phase satisfies never);
  }
}
