import type { Context } from '#server/framework/context.ts';
import type { Tx } from '#server/kernel/database/transaction.ts';
import { nextRecord } from './chain.ts';
import { insertOrderRecord, lockOrderHead } from './order-records.queries.ts';
import { type Digests, digestOfForm } from './record-digests.ts';

/**
 * Writes one audit row on the order's own chain for an action that is no decision, such as the reveal of an
 * applicant.
 */
export async function appendOrderAudit(
  tx: Tx,
  context: Pick<Context, 'now' | 'crypto'>,
  newRecord: {
    workorderId: string;
    /** Undefined if the portal acts by itself. */
    actor: { staffId: string; name: string } | undefined;
    action: string;
    detail: Record<string, unknown>;
    /** Digests of other objects that it wrote. */
    digests?: Digests;
    /** Form contents that the action wrote, as stored. */
    forms?: readonly { formCode: string; content: unknown }[];
    requestId: string;
  },
): Promise<void> {
  const head = await lockOrderHead(tx, newRecord.workorderId);
  if (!head) throw new Error(`Order ${newRecord.workorderId} is missing`);
  const entry = {
    at: context.now(),
    staffId: newRecord.actor?.staffId ?? null,
    staffName: newRecord.actor?.name ?? '',
    action: newRecord.action,
    objectKind: 'work-order',
    objectId: newRecord.workorderId,
    detail: newRecord.detail,
    ...((newRecord.forms || newRecord.digests) && {
      digests: { ...digestsOfForms(newRecord.forms ?? []), ...newRecord.digests },
    }),
    requestId: newRecord.requestId,
  };
  await insertOrderRecord(tx, newRecord.workorderId, nextRecord(head, entry, context.crypto));
}

function digestsOfForms(forms: readonly { formCode: string; content: unknown }[]): Digests {
  return Object.fromEntries(
    forms.map(({ formCode, content }) => [`form:${formCode}`, digestOfForm(content)]),
  );
}

export { actIfStillAllowed } from './act-if-still-allowed.ts';
export { type ActingCall, type ActionAuditRecord, actOnce } from './act-once.ts';
export { anchorLogPath, checkAnchorLog, followAnchors, readAnchorLog } from './anchor-log.ts';
export { writeAnchor } from './anchors.ts';
export { appendAudit } from './append.ts';
export {
  type AuditHead,
  type AuditRecord,
  emptyHead,
  nextRecord,
  orderChain,
  type Signer,
} from './chain.ts';
export { findLastWriter } from './entries.queries.ts';
export { listOwnLoginEvents } from './entries.ts';
export { genesisPath, writeGenesisRecord } from './genesis-record.ts';
export { requestNightlyVerification } from './nightly.ts';
export { ownEvidence } from './own-evidence.ts';
export {
  type Digests,
  digestOfApplicant,
  digestOfCheck,
  digestOfClock,
  digestOfEvents,
  digestOfFinished,
  digestOfForm,
  digestOfFormChange,
  digestOfOpened,
  digestOfOrder,
  digestOfRecord,
  digestOfStatus,
  formChangeName,
} from './record-digests.ts';
export { findLostAnchors, findOpenLoss, recordLostAnchors } from './record-lost-anchors.ts';
export { findCurrentTransaction, recordOwnChanges, recordUnauditedRows } from './record-rows.ts';
export { recordedChanges } from './recorded-changes.ts';
export { digestOfDialogState, refuseOverwriting } from './refuse-overwriting.ts';
export { createSecurityObserver } from './security-observer.ts';
export { runVerification } from './verification.ts';
export { verifyAudit } from './verify.ts';
export { verifyFormChanges } from './verify-form-changes.ts';
export type { AuditReport, VerifyPackages } from './verify-report.ts';
