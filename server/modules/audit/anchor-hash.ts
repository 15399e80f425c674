import { canonicalJson } from '#server/http/canonical-json.ts';
import { isKeyed, isTime, type Signer, sm3 } from './chain.ts';
import type { Anchor } from './queries.ts';

/** What an anchor before the first one would have as its hash. */
export const firstAnchorHash = sm3('banjian audit anchors');

/** Everything the row says, the previous hash included. */
export function anchorText(anchor: Omit<Anchor, 'hash'>): string {
  return canonicalJson([anchor.seq, anchor.at.toISOString(), anchor.horizon, anchor.heads, anchor.prevHash]);
}

/** Whether the hash of an anchor fits what it says: signed, or by the rule of before the key. */
export function isAnchorWhole(anchor: Anchor, signer: Signer): boolean {
  // A forged row may say anything: a time that no Date can say, heads that are no list.
  if (!isTime(anchor.at) || !Array.isArray(anchor.heads)) return false;
  const text = anchorText(anchor);
  return anchor.hash === (isKeyed(anchor.hash) ? signer.signTrail(text) : sm3(text));
}

/** Whether the portal wrote it with its key; nobody else can. */
export function isAnchorSigned(anchor: Anchor, signer: Signer): boolean {
  return isKeyed(anchor.hash) && isAnchorWhole(anchor, signer);
}
