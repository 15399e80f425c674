import type { Context } from '#server/context/context.ts';
import { inTransaction, type Tx } from '#server/database/transaction.ts';
import { canonicalJson } from '#server/http/canonical-json.ts';
import { nextLink, sm3 } from './chain.ts';
import { insertOrderLink, lockOrderHead } from './order-links.queries.ts';
import * as queries from './queries.ts';

/** Writes one audit row on the order's own chain where no decision does it, such as the reveal of an applicant. */
export async function appendOrderAudit(
  tx: Tx,
  context: Pick<Context, 'now'>,
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
  const link = nextLink(head, {
    at: context.now(),
    staffId: note.actor.staffId,
    staffName: note.actor.name,
    action: note.action,
    objectKind: 'work-order',
    objectId: note.workorderId,
    detail: note.detail,
    requestId: note.requestId,
  });
  await insertOrderLink(tx, note.workorderId, link);
}

/** The hash of an anchor over the heads it names and the anchor before it. */
export function hashAnchor(anchor: Omit<queries.Anchor, 'hash'>): string {
  return sm3(
    canonicalJson([anchor.seq, anchor.at.toISOString(), anchor.horizon, anchor.heads, anchor.prevHash]),
  );
}

export const firstAnchorHash = sm3('banjian audit anchors');

/**
 * Writes an anchor over the heads of all chains that grew since the last one; answers it, or undefined when nothing grew.
 * The hash is also logged, so that a log kept elsewhere bears witness against whoever rewrites the whole database.
 */
export async function writeAnchor(
  context: Pick<Context, 'db' | 'now' | 'log'>,
): Promise<queries.Anchor | undefined> {
  return await inTransaction(context.db, async (tx) => {
    if (!(await queries.lockAnchors(tx))) return undefined;
    const last = await queries.findLastAnchor(tx);
    const horizon = await queries.findHorizon(tx);
    // A restored database counts transactions anew: then everything is anchored once more.
    const from = last && last.horizon <= horizon ? last.horizon : 0;
    const heads = await queries.listGrownHeads(tx, from, horizon);
    if (heads.length === 0) return undefined;
    const body = {
      seq: (last?.seq ?? 0) + 1,
      at: context.now(),
      horizon,
      heads,
      prevHash: last?.hash ?? firstAnchorHash,
    };
    const anchor = { ...body, hash: hashAnchor(body) };
    await queries.insertAnchor(tx, anchor);
    context.log.info({ anchor: anchor.seq, hash: anchor.hash, chains: heads.length }, 'Audit anchor');
    return anchor;
  });
}

export { type ActingCall, actOnce } from './act-once.ts';
export { type AuditNote, appendAudit } from './append.ts';
export { emptyHead, nextLink, orderChain } from './chain.ts';
