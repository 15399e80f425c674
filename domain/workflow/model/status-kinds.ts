import { isDraft, isUnfinished, type UnfinishedStatus } from '../../enumerations/work-order-phase.ts';
import { WorkOrderStatus } from '../../enumerations/work-order-status.ts';

/**
 * Kind of a status, for display: which actions are allowed is decided for each action at its task
 * (docs/decisions/0030). `stage`: a user task sets it. `record`: a pause or a countersign sets it. `note`:
 * that pause, or the returned work, is complete. `rollback`: a return or a recall is open. Only definitions
 * use the kind, because a user task has a stage and an end event an end.
 */
export type StatusKind = 'draft' | 'stage' | 'rollback' | 'record' | 'note' | 'ended';

const kindOfUnfinished: Record<UnfinishedStatus, Exclude<StatusKind, 'draft' | 'ended'>> = {
  [WorkOrderStatus.awaitingPreReview]: 'stage',
  [WorkOrderStatus.awaitingReceipt]: 'stage',
  [WorkOrderStatus.awaitingAcceptance]: 'stage',
  [WorkOrderStatus.awaitingUndertaking]: 'stage',
  [WorkOrderStatus.awaitingReview]: 'stage',
  [WorkOrderStatus.awaitingDecision]: 'stage',
  [WorkOrderStatus.awaitingCorrection]: 'record',
  [WorkOrderStatus.awaitingSpecialProcedure]: 'record',
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
  [WorkOrderStatus.returnHandled]: 'note',
  [WorkOrderStatus.returnPending]: 'rollback',
  [WorkOrderStatus.awaitingSpecialProcedureConfirmation]: 'record',
  [WorkOrderStatus.correctionAwaitingAudit]: 'record',
  [WorkOrderStatus.awaitingOnlineCorrection]: 'record',
  [WorkOrderStatus.awaitingOfflineCorrection]: 'record',
};

/** Returns the kind of a status; drafts and ended orders are recognised by the phase of the status. */
export function statusKindOf(status: WorkOrderStatus): StatusKind {
  if (isUnfinished(status)) return kindOfUnfinished[status];
  return isDraft(status) ? 'draft' : 'ended';
}

/** Statuses that an open user task may give its order: 1-6, 20-25. */
export function isStage(status: WorkOrderStatus): boolean {
  return statusKindOf(status) === 'stage';
}
