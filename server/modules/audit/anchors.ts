import type { Context } from '#server/context/context.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { canonicalJson } from '#server/http/canonical-json.ts';
import { fileAnchors } from './anchor-log.ts';
import { isKeyed, type Signer, sm3 } from './chain.ts';
import * as queries from './queries.ts';

/** What an anchor before the first one would have as its hash. */
export const firstAnchorHash = sm3('banjian audit anchors');

function anchorText(anchor: Omit<queries.Anchor, 'hash'>): string {
  return canonicalJson([anchor.seq, anchor.at.toISOString(), anchor.horizon, anchor.heads, anchor.prevHash]);
}

/** Whether the hash of an anchor fits what it says: signed, or by the rule of before the key. */
export function isAnchorWhole(anchor: queries.Anchor, signer: Signer): boolean {
  const text = anchorText(anchor);
  return anchor.hash === (isKeyed(anchor.hash) ? signer.signTrail(text) : sm3(text));
}

/**
 * Writes an anchor over the heads of all chains that grew since the last one, with the public code of each order; answers
 * it, or undefined when nothing grew. Its hash also goes to the log and to a file outside the database, so that both
 * bear witness against whoever rewrites the whole database.
 */
export async function writeAnchor(
  context: Pick<Context, 'db' | 'now' | 'log' | 'crypto' | 'config'>,
): Promise<queries.Anchor | undefined> {
  const written = await inTransaction(context.db, async (tx) => {
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
    const anchor = { ...body, hash: context.crypto.signTrail(anchorText(body)) };
    await queries.insertAnchor(tx, anchor);
    return anchor;
  });
  if (!written) return undefined;
  context.log.info({ anchor: written.seq, hash: written.hash, chains: written.heads.length }, 'Audit anchor');
  await fileAnchors(context);
  return written;
}
