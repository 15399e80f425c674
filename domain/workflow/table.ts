/**
 * Status × action: the one place that says what may be done to an order in which status. `decide` refuses by it, the
 * buttons are drawn from it and docs/workflow.md is generated from it; nothing else asks "which status".
 */
import { type Actor, Permission } from '../access/actor.ts';
import { WorkOrderStatus } from '../enumerations/work-order-status.ts';
import type { RefusalCode } from '../refusals/refusals.ts';
import type { CommandAction } from './model.ts';

/** What a status means for the core. `record` and `note` belong to actions on records, which do not end the order. */
export type StatusKind = 'draft' | 'stage' | 'rollback' | 'record' | 'note' | 'ended';

export interface TransitionRow {
  kind: StatusKind;
  actions: readonly CommandAction[];
}

const draft: TransitionRow = { kind: 'draft', actions: ['start'] };
const deleted: TransitionRow = { kind: 'draft', actions: [] };
const stage: TransitionRow = {
  kind: 'stage',
  actions: ['handle', 'forward', 'chooseBranch', 'return', 'withdraw', 'recall', 'terminate', 'void'],
};
/** While a return or recall is open nothing is withdrawn or recalled (S1 §4: withdraw asks rollbackStatus 0). */
const rollback: TransitionRow = {
  kind: 'rollback',
  actions: ['handle', 'forward', 'chooseBranch', 'return', 'resubmit', 'terminate', 'void'],
};
const record: TransitionRow = { kind: 'record', actions: [] };
const note: TransitionRow = { kind: 'note', actions: [] };
const ended: TransitionRow = { kind: 'ended', actions: [] };

export const transitions: Record<WorkOrderStatus, TransitionRow> = {
  [WorkOrderStatus.draftDeleted]: deleted,
  [WorkOrderStatus.draft]: draft,
  [WorkOrderStatus.awaitingPreReview]: stage,
  [WorkOrderStatus.awaitingReceipt]: stage,
  [WorkOrderStatus.awaitingAcceptance]: stage,
  [WorkOrderStatus.awaitingUndertaking]: stage,
  [WorkOrderStatus.awaitingReview]: stage,
  [WorkOrderStatus.awaitingDecision]: stage,
  [WorkOrderStatus.awaitingCorrection]: record,
  [WorkOrderStatus.awaitingSpecialProcedure]: record,
  [WorkOrderStatus.concluded]: ended,
  [WorkOrderStatus.preTrialRejected]: ended,
  [WorkOrderStatus.notAccepted]: ended,
  [WorkOrderStatus.permitGranted]: ended,
  [WorkOrderStatus.permitRefused]: ended,
  [WorkOrderStatus.returnedAndConcluded]: ended,
  [WorkOrderStatus.deletedAndConcluded]: ended,
  [WorkOrderStatus.voidedAndConcluded]: ended,
  [WorkOrderStatus.correctionDone]: note,
  [WorkOrderStatus.specialProcedureDone]: note,
  [WorkOrderStatus.correctionAbandoned]: note,
  [WorkOrderStatus.awaitingFirstReview]: stage,
  [WorkOrderStatus.awaitingSecondReview]: stage,
  [WorkOrderStatus.awaitingAudit]: stage,
  [WorkOrderStatus.awaitingApproval]: stage,
  [WorkOrderStatus.awaitingConclusion]: stage,
  [WorkOrderStatus.awaitingSignOff]: stage,
  [WorkOrderStatus.awaitingCountersign]: record,
  [WorkOrderStatus.countersignDone]: record,
  [WorkOrderStatus.receiptRefused]: ended,
  [WorkOrderStatus.rollbackHandled]: note,
  [WorkOrderStatus.rollbackPending]: rollback,
  [WorkOrderStatus.awaitingSpecialProcedureConfirmation]: record,
  [WorkOrderStatus.correctionAwaitingAudit]: record,
  [WorkOrderStatus.preReviewRejected]: ended,
  [WorkOrderStatus.awaitingOnlineCorrection]: record,
  [WorkOrderStatus.awaitingOfflineCorrection]: record,
  [WorkOrderStatus.packageNotStarted]: ended,
  [WorkOrderStatus.packagePermitGranted]: ended,
  [WorkOrderStatus.packageReturnedAndConcluded]: ended,
};

export interface ActionRow {
  label: string;
  /** Code of the button that asks for it (S1 §4); absent where no button of a node does. */
  buttonCode?: string;
  by: 'initiator' | 'candidate' | 'lastHandler';
  /** What a role must carry for it, besides being the one whose turn it is. */
  permission: Permission;
  refusal: RefusalCode;
}

/** Who gives each action, by which button and permission, and what refuses it when the status does not allow it. */
export const actionRow: Record<CommandAction, ActionRow> = {
  start: { label: '发起', by: 'initiator', permission: Permission.initiate, refusal: 'actionNotAllowed' },
  handle: {
    label: '办理',
    buttonCode: '1',
    by: 'candidate',
    permission: Permission.handle,
    refusal: 'actionNotAllowed',
  },
  forward: {
    label: '转交',
    buttonCode: '9',
    by: 'candidate',
    permission: Permission.handle,
    refusal: 'actionNotAllowed',
  },
  chooseBranch: {
    label: '选择分支',
    buttonCode: '12',
    by: 'candidate',
    permission: Permission.handle,
    refusal: 'actionNotAllowed',
  },
  return: {
    label: '退回',
    buttonCode: '2',
    by: 'candidate',
    permission: Permission.handle,
    refusal: 'returnNotAllowed',
  },
  resubmit: {
    label: '提交',
    buttonCode: '14',
    by: 'initiator',
    permission: Permission.initiate,
    refusal: 'resubmitNotAllowed',
  },
  withdraw: {
    label: '撤回（经办人）',
    buttonCode: '6',
    by: 'lastHandler',
    permission: Permission.handle,
    refusal: 'withdrawNotAllowed',
  },
  recall: {
    label: '撤回（发起人）',
    by: 'initiator',
    permission: Permission.initiate,
    refusal: 'recallNotAllowed',
  },
  terminate: {
    label: '终止',
    buttonCode: '4',
    by: 'candidate',
    permission: Permission.terminate,
    refusal: 'actionNotAllowed',
  },
  void: {
    label: '作废',
    buttonCode: '13',
    by: 'candidate',
    permission: Permission.void,
    refusal: 'actionNotAllowed',
  },
};

/** Statuses that an open user task may give its order: 1-6, 20-25. */
export function isStage(status: WorkOrderStatus): boolean {
  return transitions[status].kind === 'stage';
}

/** Statuses that an order may end with: 9-16, 30, 35, 90-92. */
export function isEndResult(status: WorkOrderStatus): boolean {
  return transitions[status].kind === 'ended';
}

/** Whether the status allows the action at all; the action's own rules come after. */
export function allows(status: WorkOrderStatus, action: CommandAction): boolean {
  return transitions[status].actions.includes(action);
}

/** Whether the person's roles carry the action; `decide` refuses by it and the buttons are drawn by it. */
export function mayGive(actor: Pick<Actor, 'permissions'>, action: CommandAction): boolean {
  return actor.permissions.has(actionRow[action].permission);
}
