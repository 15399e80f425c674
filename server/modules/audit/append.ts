import type { Context } from '#server/context/context.ts';
import type { Tx } from '#server/database/transaction.ts';
import { type AuditEntry, emptyHead, nextLink } from './chain.ts';
import * as queries from './queries.ts';

/** What a caller of `appendAudit` says; time and order come from the context and the chain. */
export interface AuditNote extends Omit<AuditEntry, 'at' | 'staffId' | 'staffName' | 'detail'> {
  /** The family the object belongs to, such as `session` or `file`; work orders have chains of their own. */
  chain: string;
  actor: { staffId: string; name: string } | undefined;
  detail?: Record<string, unknown>;
}

/**
 * Writes one audit row at the end of its family's chain, in the transaction of the action itself.
 * NOTE: it locks the family until the commit, so call it last; the order's own statement uses `nextLink` instead.
 */
export async function appendAudit(
  tx: Tx,
  context: Pick<Context, 'now' | 'crypto'>,
  note: AuditNote,
): Promise<void> {
  let head = await queries.lockHead(tx, note.chain);
  if (!head) {
    await queries.createHead(tx, emptyHead(note.chain));
    head = await queries.lockHead(tx, note.chain);
  }
  const entry: AuditEntry = {
    at: context.now(),
    staffId: note.actor?.staffId ?? null,
    staffName: note.actor?.name ?? '',
    action: note.action,
    objectKind: note.objectKind,
    objectId: note.objectId,
    detail: note.detail ?? {},
    requestId: note.requestId,
  };
  await queries.insertLink(tx, nextLink(head ?? emptyHead(note.chain), entry, context.crypto));
}
