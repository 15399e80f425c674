import type { Context } from '#server/context/context.ts';
import type { Tx } from '#server/database/transaction.ts';
import { nextLink } from './chain.ts';
import { insertOrderLink, lockOrderHead } from './order-links.queries.ts';

/** Writes one audit row on the order's own chain where no decision does it, such as the reveal of an applicant. */
export async function appendOrderAudit(
  tx: Tx,
  context: Pick<Context, 'now' | 'crypto'>,
  note: {
    workorderId: string;
    actor: { staffId: string; name: string };
    action: string;
    detail: Record<string, unknown>;
    requestId: string;
  },
): Promise<void> {
  const head = await lockOrderHead(tx, note.workorderId);
  if (!head) throw new Error(`Order ${note.workorderId} is missing`);
  const entry = {
    at: context.now(),
    staffId: note.actor.staffId,
    staffName: note.actor.name,
    action: note.action,
    objectKind: 'work-order',
    objectId: note.workorderId,
    detail: note.detail,
    requestId: note.requestId,
  };
  await insertOrderLink(tx, note.workorderId, nextLink(head, entry, context.crypto));
}

export { type ActingCall, actOnce } from './act-once.ts';
export { writeAnchor } from './anchors.ts';
export { type AuditNote, appendAudit } from './append.ts';
export { markBeginning } from './beginning.ts';
export { linkOfDecision } from './order-link.ts';
export { createSecurityWatch } from './security-watch.ts';
