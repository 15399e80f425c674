import { WorkOrderStatus } from './work-order-status.ts';

/**
 * Coarse phase of an order, by which lists filter and colour the exact status. `draft` is an
 * order that has not begun: a draft, a deleted draft, or a package (套餐) whose process was not started.
 */
export type WorkOrderPhase = 'draft' | 'open' | 'waiting' | 'ended';

/**
 * Phase of every status. `waiting` is an order that waits for a person outside the office. NOTE: 17 补正完成, 18 特别程序完成,
 * 19 放弃补正, 27 会签完成 and 31 退回已处理 mean that a step is complete, not the order: the order continues, so they are open.
 */
const phase = {
  [WorkOrderStatus.draftDeleted]: 'draft',
  [WorkOrderStatus.draft]: 'draft',
  [WorkOrderStatus.awaitingPreReview]: 'open',
  [WorkOrderStatus.awaitingReceipt]: 'open',
  [WorkOrderStatus.awaitingAcceptance]: 'open',
  [WorkOrderStatus.awaitingUndertaking]: 'open',
  [WorkOrderStatus.awaitingReview]: 'open',
  [WorkOrderStatus.awaitingDecision]: 'open',
  [WorkOrderStatus.awaitingCorrection]: 'waiting',
  [WorkOrderStatus.awaitingSpecialProcedure]: 'waiting',
  [WorkOrderStatus.concluded]: 'ended',
  [WorkOrderStatus.preTrialRejected]: 'ended',
  [WorkOrderStatus.notAccepted]: 'ended',
  [WorkOrderStatus.permitGranted]: 'ended',
  [WorkOrderStatus.permitRefused]: 'ended',
  [WorkOrderStatus.returnedAndConcluded]: 'ended',
  [WorkOrderStatus.deletedAndConcluded]: 'ended',
  [WorkOrderStatus.voidedAndConcluded]: 'ended',
  [WorkOrderStatus.correctionDone]: 'open',
  [WorkOrderStatus.specialProcedureDone]: 'open',
  [WorkOrderStatus.correctionAbandoned]: 'open',
  [WorkOrderStatus.awaitingFirstReview]: 'open',
  [WorkOrderStatus.awaitingSecondReview]: 'open',
  [WorkOrderStatus.awaitingAudit]: 'open',
  [WorkOrderStatus.awaitingApproval]: 'open',
  [WorkOrderStatus.awaitingConclusion]: 'open',
  [WorkOrderStatus.awaitingSignOff]: 'open',
  [WorkOrderStatus.awaitingCountersign]: 'open',
  [WorkOrderStatus.countersignDone]: 'open',
  [WorkOrderStatus.receiptRefused]: 'ended',
  [WorkOrderStatus.returnHandled]: 'open',
  [WorkOrderStatus.returnPending]: 'open',
  [WorkOrderStatus.awaitingSpecialProcedureConfirmation]: 'open',
  [WorkOrderStatus.correctionAwaitingAudit]: 'open',
  [WorkOrderStatus.preReviewRejected]: 'ended',
  [WorkOrderStatus.awaitingOnlineCorrection]: 'waiting',
  [WorkOrderStatus.awaitingOfflineCorrection]: 'waiting',
  [WorkOrderStatus.packageNotStarted]: 'draft',
  [WorkOrderStatus.packagePermitGranted]: 'ended',
  [WorkOrderStatus.packageReturnedAndConcluded]: 'ended',
} as const satisfies Record<WorkOrderStatus, WorkOrderPhase>;

/** The statuses of an order in process. */
export type UnfinishedStatus = {
  [Status in WorkOrderStatus]: (typeof phase)[Status] extends 'open' | 'waiting' ? Status : never;
}[WorkOrderStatus];

export function phaseOf(status: WorkOrderStatus): WorkOrderPhase {
  return phase[status];
}

/** Checks that the order has ended and accepts no further action. An order that never began is not ended. */
export function isEnded(status: WorkOrderStatus): boolean {
  return phase[status] === 'ended';
}

export function isDraft(status: WorkOrderStatus): boolean {
  return phase[status] === 'draft';
}

/** Checks that the order is in process: neither a draft nor ended. */
export function isUnfinished(status: WorkOrderStatus): status is UnfinishedStatus {
  return phase[status] === 'open' || phase[status] === 'waiting';
}
