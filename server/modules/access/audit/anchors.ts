import type { Context } from '#server/framework/context.ts';
import { inTransaction, type Tx } from '#server/kernel/database/transaction.ts';
import { anchorText, firstAnchorHash, isAnchorSigned, isAnchorValid } from './anchor-hash.ts';
import { appendAnchors } from './anchor-log.ts';
import { findLastLostNumber } from './lost-anchors.queries.ts';
import * as queries from './queries.ts';
import { recordLostAnchors } from './record-lost-anchors.ts';

/**
 * Number of recent anchors that are searched for a head; an older one may be anchored twice, which does no
 * harm.
 */
const recentAnchors = 20;

/**
 * Lists heads of chains that grew since the horizon and that no recent anchor contains. Records of
 * transactions beyond the horizon are included: one that stays open for hours must not keep the others from
 * being anchored.
 */
async function listUnanchored(
  tx: Tx,
  from: number,
  recent: readonly queries.Anchor[],
): Promise<queries.HeadAnchor[]> {
  const key = ([chain, seq]: queries.HeadAnchor) => `${chain} ${seq}`;
  const anchoredKeys = new Set(recent.flatMap(({ heads }) => heads.map(key)));
  return (await queries.listHeadsChangedSince(tx, from)).filter((head) => !anchoredKeys.has(key(head)));
}

/**
 * Writes an anchor with the heads of all chains that grew since the last one, and the public code of each
 * order; returns it, or undefined if none grew. Its hash is also written to the log and to a file outside the
 * database, as evidence against an attacker who rewrites the whole database.
 */
export async function writeAnchor(
  context: Pick<Context, 'db' | 'now' | 'log' | 'crypto' | 'config'>,
): Promise<queries.Anchor | undefined> {
  await recordLostAnchors(context);
  const newAnchor = await inTransaction(context.db, async (tx) => {
    if (!(await queries.lockAnchors(tx))) {
      context.log.warn({}, 'No anchor was written: another session holds the anchor lock');
      return undefined;
    }
    const recent = await queries.listAnchors(tx, 'desc', 0, recentAnchors);
    const [last] = recent;
    const horizon = await queries.findHorizon(tx);
    const signed = recent.filter((anchor) => isAnchorSigned(anchor, context.crypto));
    if (last && !isAnchorValid(last, context.crypto))
      context.log.error({ anchor: last.seq }, 'The last anchor is not authentic: run audit:verify');
    // A restored database counts transactions from the start: then everything is anchored again, and so it is
    // after an unsigned anchor.
    const from = last && signed[0] === last && last.horizon <= horizon ? last.horizon : 0;
    const heads = await listUnanchored(tx, from, signed);
    if (heads.length === 0) return undefined;
    const body = {
      // Numbers that the database lost stay used, because the files outside contain them.
      seq: Math.max(last?.seq ?? 0, await findLastLostNumber(tx)) + 1,
      at: context.now(),
      horizon,
      heads,
      prevHash: last?.hash ?? firstAnchorHash,
    };
    const anchor = { ...body, hash: context.crypto.signAuditLog(anchorText(body)) };
    await queries.insertAnchor(tx, anchor);
    return anchor;
  });
  if (!newAnchor) return undefined;
  context.log.info(
    { anchor: newAnchor.seq, hash: newAnchor.hash, chains: newAnchor.heads.length },
    'Audit anchor',
  );
  await appendAnchors(context, newAnchor);
  return newAnchor;
}
