import { WorkOrderStatus } from '../enumerations/work-order-status.ts';

/**
 * What a status says of an order. It is for show: what may be done is decided by each action at its task
 * (docs/decisions/0070), and only definitions ask for it, since a user task has a stage and an end event an end.
 */
export type StatusKind = 'draft' | 'stage' | 'rollback' | 'record' | 'note' | 'ended';

export const statusKind: Record<WorkOrderStatus, StatusKind> = {
  [WorkOrderStatus.draftDeleted]: 'draft',
  [WorkOrderStatus.draft]: 'draft',
  [WorkOrderStatus.awaitingPreReview]: 'stage',
  [WorkOrderStatus.awaitingReceipt]: 'stage',
  [WorkOrderStatus.awaitingAcceptance]: 'stage',
  [WorkOrderStatus.awaitingUndertaking]: 'stage',
  [WorkOrderStatus.awaitingReview]: 'stage',
  [WorkOrderStatus.awaitingDecision]: 'stage',
  [WorkOrderStatus.awaitingCorrection]: 'record',
  [WorkOrderStatus.awaitingSpecialProcedure]: 'record',
  [WorkOrderStatus.concluded]: 'ended',
  [WorkOrderStatus.preTrialRejected]: 'ended',
  [WorkOrderStatus.notAccepted]: 'ended',
  [WorkOrderStatus.permitGranted]: 'ended',
  [WorkOrderStatus.permitRefused]: 'ended',
  [WorkOrderStatus.returnedAndConcluded]: 'ended',
  [WorkOrderStatus.deletedAndConcluded]: 'ended',
  [WorkOrderStatus.voidedAndConcluded]: 'ended',
  [WorkOrderStatus.correctionDone]: 'note',
  [WorkOrderStatus.specialProcedureDone]: 'note',
  [WorkOrderStatus.correctionAbandoned]: 'note',
  [WorkOrderStatus.awaitingFirstReview]: 'stage',
  [WorkOrderStatus.awaitingSecondReview]: 'stage',
  [WorkOrderStatus.awaitingAudit]: 'stage',
  [WorkOrderStatus.awaitingApproval]: 'stage',
  [WorkOrderStatus.awaitingConclusion]: 'stage',
  [WorkOrderStatus.awaitingSignOff]: 'stage',
  [WorkOrderStatus.awaitingCountersign]: 'record',
  [WorkOrderStatus.countersignDone]: 'record',
  [WorkOrderStatus.receiptRefused]: 'ended',
  [WorkOrderStatus.rollbackHandled]: 'note',
  [WorkOrderStatus.rollbackPending]: 'rollback',
  [WorkOrderStatus.awaitingSpecialProcedureConfirmation]: 'record',
  [WorkOrderStatus.correctionAwaitingAudit]: 'record',
  [WorkOrderStatus.preReviewRejected]: 'ended',
  [WorkOrderStatus.awaitingOnlineCorrection]: 'record',
  [WorkOrderStatus.awaitingOfflineCorrection]: 'record',
  [WorkOrderStatus.packageNotStarted]: 'ended',
  [WorkOrderStatus.packagePermitGranted]: 'ended',
  [WorkOrderStatus.packageReturnedAndConcluded]: 'ended',
};

/** Statuses that an open user task may give its order: 1-6, 20-25. */
export function isStage(status: WorkOrderStatus): boolean {
  return statusKind[status] === 'stage';
}
